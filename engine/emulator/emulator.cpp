#include "engine/emulator/emulator.h"

#include <algorithm>
#include <optional>

#include "engine/base/error.h"
#include "engine/emulator/grid_runner.h"
#include "engine/emulator/lane.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/workload.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

using namespace emulated;

/// An array of the launch, and which elements it holds, where it does not hold all.
template <class T>
struct Memory {
  T* data = nullptr;
  const std::vector<std::uint64_t>* held = nullptr;
};

/// What every thread of the grid has in common.
template <class T>
struct Launch {
  const RunRequest& request;
  const LaunchConfig& config;
  Memory<T> input;
  Memory<T> output{};  // partial sums, one a block; not there where blocks update the output
  CombineTree* tree = nullptr;
};

template <class T>
using BlockBody = void (*)(const Launch<T>&, BlockMachine&, std::uint64_t block, unsigned thread, Partial<T>&);

template <class Kernel, class T>
void run_thread(const Launch<T>& launch, BlockMachine& machine, std::uint64_t block, unsigned thread,
                Partial<T>& partial) {
  const Array<T> input{launch.input.data, launch.config.n, &machine, ArrayId::input, launch.input.held};
  const Array<T> output{launch.output.data, launch.config.grid_dim, &machine, ArrayId::output, launch.output.held};
  const Operator<T> op{launch.request.op, &machine, launch.tree};
  Kernel{}(Cta<T>(machine, launch.config, block, thread, partial), input, output, launch.config.n,
           launch.config.coarse_factor, op);
}

template <class T>
BlockBody<T> body_of(const std::string& kernel) {
  BlockBody<T> body = nullptr;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel == Kernel::facts.id) body = run_thread<Kernel, T>;
  });
  if (!body) throw Error(ErrorKind::usage, "Kernel '" + kernel + "' does not run on the emulator.");
  return body;
}

bool stores(const LaunchConfig& config) {
  return config.combining != Combining::atomic;
}

/// Blocks that may run in any order: all, or all but the last one, where that reads what the others stored.
std::uint64_t unordered_blocks(const LaunchConfig& config) {
  const bool last_waits = config.combining == Combining::last_block && config.grid_dim > 0;
  return config.grid_dim - (last_waits ? 1 : 0);
}

/// One grid of a reduction.
template <class T>
class Grid {
 public:
  Grid(const RunRequest& request, const LaunchConfig& config, T* input, Progress& progress)
      : partial_sums_(stores(config) ? config.grid_dim : 0),
        partials_(stores(config) ? 0 : config.grid_dim),
        launch_{request, config, {input}, {partial_sums_.data()}},
        blocks_(unordered_blocks(config)),
        runner_(
            request, config, sizeof(T), progress,
            [this, body = body_of<T>(request.kernel)](BlockMachine& machine, std::uint64_t block, unsigned thread) {
              Partial<T> none;
              body(launch_, machine, block, thread, partials_.empty() ? none : partials_[block]);
            }) {}

  /// Runs all blocks, and makes one value of what they left.
  Reduced combine() {
    run_unordered_blocks();
    if (blocks_ < launch_.config.grid_dim) runner_.run_block(blocks_);
    return reduced(combined());
  }

  /// Once, after that.
  Trace trace() { return runner_.trace(); }

  void run_unordered_blocks() { runner_.run_unordered(blocks_); }

  /// What each block stored; empty where blocks update the output.
  const std::vector<T>& partial_sums() const { return partial_sums_; }

 private:
  T combined() const {
    if (blocks_ < launch_.config.grid_dim) return partial_sums_[0];
    T value = identity_of<T>(launch_.request.op);
    for (const auto& partial : partials_)
      if (partial.touched) value = apply_op(launch_.request.op, value, partial.value);
    for (const T& partial_sum : partial_sums_) value = apply_op(launch_.request.op, value, partial_sum);
    return value;
  }

  std::vector<T> partial_sums_;       // where blocks store them
  std::vector<Partial<T>> partials_;  // where they update the output
  const Launch<T> launch_;
  const std::uint64_t blocks_;
  GridRunner runner_;
};

/// Launch after launch, each on what the one before stored.
template <class T>
EmulatedRun emulate_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input,
                          Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  EmulatedRun run;
  std::vector<T> partial_sums;
  for (std::optional<LaunchConfig> next = config; next; next = next_launch(kernel, *next)) {
    const bool first = run.launches.empty();
    const std::vector<T>& values = first ? input : partial_sums;
    RunRequest own = request;
    own.block = kept_block(request, run.launches.size() + 1, *next);
    std::vector<T> copy;
    if (kernel.destroys_input) copy = values;
    // A kernel that does not destroy its input never stores to it.
    T* data = copy.empty() ? const_cast<T*>(values.data()) : copy.data();
    Grid<T> grid(own, *next, data, progress);
    run.result = grid.combine();
    run.launches.push_back({*next, first ? Input{} : Input(std::move(partial_sums)), grid.trace()});
    partial_sums = grid.partial_sums();
  }
  return run;
}

/// The output as far as request.block touches it: its own element, or all, where it is the last block and reads
/// what the others stored. Its result is the first of `values` in the end.
template <class T>
struct OwnOutput {
  OwnOutput(const RunRequest& request, const LaunchConfig& config)
      : whole(config.combining == Combining::last_block && request.block + 1 == config.grid_dim),
        held{request.block},
        values(whole ? config.grid_dim : 1) {}
  Memory<T> memory() { return {values.data(), whole ? nullptr : &held}; }

  bool whole;
  std::vector<std::uint64_t> held;
  std::vector<T> values;
};

/// Indices of the elements that request.block loads first, rising; those it does not store before.
template <class T>
std::vector<std::uint64_t> elements_of_block(const RunRequest& request, const LaunchConfig& config,
                                             const std::vector<T>& input) {
  std::vector<std::uint64_t> elements;
  if (config.elements_per_block > 0) {
    const std::uint64_t first = std::min(config.n, request.block * config.elements_per_block);
    const std::uint64_t last = std::min(config.n, first + config.elements_per_block);
    for (std::uint64_t i = first; i < last; ++i) elements.push_back(i);
    return elements;
  }
  BlockMachine machine(config.block_dim, sizeof(T));
  OwnOutput<T> output(request, config);
  const Launch<T> launch{request, config, {const_cast<T*>(input.data())}, output.memory()};
  const auto body = body_of<T>(request.kernel);
  Partial<T> partial;
  const auto& record = machine.run(request.block, Detail::full, true,
                                   [&](unsigned thread) { body(launch, machine, request.block, thread, partial); });
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
  Grid<T> grid(others, config, const_cast<T*>(input.data()), progress);
  grid.run_unordered_blocks();
  for (std::uint64_t block = 0; block < request.block; ++block) {
    const T value = grid.partial_sums()[block];
    output.values[block] = {value, tree.leaves()};
    tree.leaf_elements.push_back(block);
    tree.leaf_values.push_back(reduced(value).number);
  }
  tree.partial_sums = static_cast<std::uint32_t>(request.block);
}

template <class T>
CombineTree tree_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input,
                       Progress& progress) {
  CombineTree tree;
  tree.block = request.block;
  const std::vector<std::uint64_t> held = elements_of_block(request, config, input);
  tree.leaf_elements = held;
  std::vector<Tracked<T>> elements;
  for (const std::uint64_t i : held) {
    elements.push_back({input[i], static_cast<std::uint32_t>(elements.size())});
    tree.leaf_values.push_back(reduced(input[i]).number);
  }
  OwnOutput<Tracked<T>> output(request, config);
  if (output.whole) add_partial_sums(request, config, input, progress, tree, output);
  if (tree.leaf_values.empty()) return tree;

  const Launch<Tracked<T>> launch{request, config, {elements.data(), &held}, output.memory(), &tree};
  const auto body = body_of<Tracked<T>>(request.kernel);
  Partial<Tracked<T>> partial;
  BlockMachine machine(config.block_dim, sizeof(T));
  machine.run(request.block, Detail::none, false,
              [&](unsigned thread) { body(launch, machine, request.block, thread, partial); });
  tree.root = stores(config) ? output.values[0].node : partial.value.node;
  return tree;
}

}  // namespace

EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress) {
  if (has_array_result(launch.workload)) return emulate_arrays(request, launch, input, progress);
  return std::visit([&](const auto& values) { return emulate_typed(request, launch, values, progress); }, input);
}

CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress) {
  return std::visit([&](const auto& values) { return tree_typed(request, launch, values, progress); }, input);
}

}  // namespace lanescope
