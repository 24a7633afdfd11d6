#include "engine/emulator/block_tree.h"

#include <algorithm>
#include <stdexcept>

#include "engine/emulator/grid.h"

namespace lanescope {

namespace {

using namespace emulated;

/// The output as far as request.block touches it: its own element, or all, where it is the last block and reads
/// what the others stored. Its result is the first of `values` in the end.
template <class T>
struct OwnOutput {
  OwnOutput(const RunRequest& request, const LaunchConfig& config)
      : whole(reads_partial_sums(config, request.block)),
        held{request.block},
        values(whole ? config.grid_dim : 1) {}
  Memory<T> memory(const LaunchConfig& config) { return {values.data(), config.grid_dim, whole ? nullptr : &held}; }

  bool whole;
  std::vector<std::uint64_t> held;
  std::vector<T> values;
};

/// Indices of the elements that request.block loads first, rising; those it does not store before.
template <class T>
std::vector<std::uint64_t> elements_of_block(const RunRequest& request, const LaunchConfig& config) {
  std::vector<std::uint64_t> elements;
  if (config.elements_per_block > 0) {
    const std::uint64_t first = std::min(config.n, request.block * config.elements_per_block);
    const std::uint64_t last = std::min(config.n, first + config.elements_per_block);
    for (std::uint64_t i = first; i < last; ++i) elements.push_back(i);
    return elements;
  }
  BlockMachine machine(config.block_dim, sizeof(T));
  T any_element{};
  const Launch<T> launch{
      request, config, {{&any_element, config.n, nullptr, true}}, {{&any_element, config.grid_dim, nullptr, true}}};
  const auto body = body_of<T>(config.entry);
  Partial<T> partial;
  const auto& record = machine.run(request.block, Detail::full, true,
                                   [&](unsigned thread) { body(launch, machine, request.block, thread, partial); });
  require_no_findings(machine.findings());
  const BlockAddresses addresses = record.addresses();
  for (const auto& access : addresses.requests) {
    if (access.array != ArrayId::input && access.array != ArrayId::input_vectors) continue;
    for (int lane = 0; lane < __builtin_popcount(access.mask); ++lane) {
      const std::uint64_t first = addresses.offsets[access.first_offset + lane] / sizeof(T);
      for (std::uint64_t i = 0; i < access_bytes(access.array, sizeof(T)) / sizeof(T); ++i)
        elements.push_back(first + i);
    }
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

/// Makes leaves of the partial sums that request.block reads: those of all blocks before it, which run for that.
template <class T>
void add_partial_sums(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input,
                      Progress& progress, CombineTree& tree, OwnOutput<Tracked<T>>& output) {
  RunRequest others = request;
  others.detail = Detail::none;
  std::vector<T> stored(config.grid_dim);
  Grid<T> grid(others, config, {{const_cast<T*>(input.data()), config.n}}, {{stored.data(), stored.size()}},
               progress);
  grid.run_unordered_blocks();
  require_no_findings(grid.findings());
  for (std::uint64_t block = 0; block < request.block; ++block) {
    const T value = stored[block];
    output.values[block] = {value, tree.leaves()};
    tree.leaf_elements.push_back(block);
    tree.leaf_values.push_back(reduced(value).number);
  }
  tree.partial_sums = static_cast<std::uint32_t>(request.block);
}

/// `element(i)` is the i-th of the input; `add_leaves(tree, output)` adds the partial sums that the block reads.
template <class T, class ElementAt, class AddLeaves>
CombineTree tree_typed(const RunRequest& request, const LaunchConfig& config, const ElementAt& element,
                       const AddLeaves& add_leaves) {
  CombineTree tree;
  tree.block = request.block;
  const std::vector<std::uint64_t> held = elements_of_block<T>(request, config);
  tree.leaf_elements = held;
  std::vector<Tracked<T>> elements;
  for (const std::uint64_t i : held) {
    const T value = element(i);
    elements.push_back({value, static_cast<std::uint32_t>(elements.size())});
    tree.leaf_values.push_back(reduced(value).number);
  }
  OwnOutput<Tracked<T>> output(request, config);
  if (output.whole) add_leaves(tree, output);
  if (tree.leaf_values.empty()) return tree;

  const Launch<Tracked<T>> launch{
      request, config, {{elements.data(), config.n, &held}}, {output.memory(config)}, &tree};
  const auto body = body_of<Tracked<T>>(config.entry);
  Partial<Tracked<T>> partial;
  BlockMachine machine(config.block_dim, sizeof(T));
  machine.run(request.block, Detail::none, false,
              [&](unsigned thread) { body(launch, machine, request.block, thread, partial); });
  require_no_findings(machine.findings());
  tree.root = stores(config) ? output.values[0].node : partial.value.node;
  return tree;
}

}  // namespace

bool reads_partial_sums(const LaunchConfig& launch, std::uint64_t block) {
  return launch.combining == Combining::last_block && block + 1 == launch.grid_dim;
}

bool has_small_tree(const LaunchConfig& launch) {
  constexpr std::uint64_t kMostLeaves = 1 << 13;
  return launch.elements_per_block > 0 || launch.n / std::max<std::uint64_t>(1, launch.grid_dim) <= kMostLeaves;
}

CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress) {
  return std::visit(
      [&]<class T>(const std::vector<T>& values) {
        return tree_typed<T>(
            request, launch, [&](std::uint64_t i) { return values[i]; },
            [&](CombineTree& tree, auto& output) {
              add_partial_sums(request, launch, values, progress, tree, output);
            });
      },
      input);
}

CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch) {
  return with_type(request.type, [&]<class T>(TypeTag<T>) {
    return tree_typed<T>(
        request, launch, [&](std::uint64_t i) { return generated_element<T>(request.input, i); },
        [](CombineTree&, auto&) { throw std::logic_error("its partial sums are not there"); });
  });
}

}  // namespace lanescope
