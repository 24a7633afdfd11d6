#include "engine/emulator/emulator.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "engine/core/catalogue.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/emulator/lane.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

using namespace emulated;

/// What every thread of the grid has in common.
template <class T>
struct Launch {
  const RunRequest& request;
  const LaunchConfig& config;
  T* input;
  const std::vector<std::uint64_t>* held = nullptr;   // elements that `input` holds, where it does not hold all
  CombineTree* tree = nullptr;
};

template <class T>
using BlockBody = void (*)(const Launch<T>&, BlockMachine&, std::uint64_t block, unsigned thread, Partial<T>&);

template <class Kernel, class T>
void run_thread(const Launch<T>& launch, BlockMachine& machine, std::uint64_t block, unsigned thread,
                Partial<T>& partial) {
  const Array<T> input{launch.input, launch.config.n, &machine, ArrayId::input, launch.held};
  const Array<T> output{nullptr, 0, &machine, ArrayId::output, nullptr};
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

/// One grid, its blocks dealt out to the cores in chunks.
template <class T>
class Grid {
 public:
  Grid(const Launch<T>& launch, Progress& progress)
      : launch_(launch),
        progress_(progress),
        body_(body_of<T>(launch.request.kernel)),
        partials_(launch.config.grid_dim),
        builder_(launch.config, sizeof(T), NumberKind::emulated) {}

  EmulatedRun run() {
    const std::uint64_t chunks = (launch_.config.grid_dim + kChunk - 1) / kChunk;
    if (chunks > 0) on_all_cores(chunks, [this] { work(); });
    return {static_cast<double>(combined()), launch_.request.detail == Detail::none ? Trace{} : builder_.finish()};
  }

  /// What each block stored, after run().
  std::vector<T> partial_sums() const {
    std::vector<T> sums;
    for (const auto& partial : partials_) sums.push_back(partial.value);
    return sums;
  }

 private:
  static constexpr std::uint64_t kChunk = 4;

  void work() {
    BlockMachine machine(launch_.config.block_dim, sizeof(T));
    for (std::uint64_t first; (first = next_.fetch_add(kChunk)) < launch_.config.grid_dim;) {
      if (stop_) return;
      try {
        progress_.check();
        for (std::uint64_t block = first; block < std::min(first + kChunk, launch_.config.grid_dim); ++block) {
          run_block(machine, block);
        }
      } catch (...) {
        stop_ = true;
        throw;
      }
      progress_.set_fraction(static_cast<double>(first) / static_cast<double>(launch_.config.grid_dim));
    }
  }

  void run_block(BlockMachine& machine, std::uint64_t block) {
    const Detail detail = launch_.request.detail;
    const bool keep_addresses = detail == Detail::full && block == launch_.request.block;
    Partial<T>& partial = partials_[block];
    const auto& record = machine.run(block, detail, keep_addresses, [&](unsigned thread) {
      body_(launch_, machine, block, thread, partial);
    });
    if (detail != Detail::none) builder_.add(block, record.history());
    if (keep_addresses) builder_.add_addresses(record.addresses());
  }

  T combined() const {
    T value = identity_of<T>(launch_.request.op);
    for (const auto& partial : partials_)
      if (partial.touched) value = apply_op(launch_.request.op, value, partial.value);
    return value;
  }

  const Launch<T>& launch_;
  Progress& progress_;
  BlockBody<T> body_;
  std::vector<Partial<T>> partials_;
  TraceBuilder builder_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stop_{false};
};

template <class T>
EmulatedRun emulate_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input,
                          Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  std::vector<T> copy;
  if (kernel.destroys_input) copy = input;
  // A kernel that does not destroy its input never stores to it.
  T* data = copy.empty() ? const_cast<T*>(input.data()) : copy.data();
  const Launch<T> launch{request, config, data};
  Grid<T> grid(launch, progress);
  EmulatedRun run = grid.run();
  if (const auto next = next_launch(kernel, config)) {
    RunRequest rest = request;
    rest.detail = Detail::none;
    run.value = emulate_typed(rest, *next, grid.partial_sums(), progress).value;
  }
  return run;
}

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
  const Launch<T> launch{request, config, const_cast<T*>(input.data())};
  const auto body = body_of<T>(request.kernel);
  Partial<T> partial;
  const auto& record = machine.run(request.block, Detail::full, true, [&](unsigned thread) {
    body(launch, machine, request.block, thread, partial);
  });
  const BlockAddresses addresses = record.addresses();
  for (const auto& access : addresses.requests) {
    if (access.array != ArrayId::input) continue;
    for (int lane = 0; lane < __builtin_popcount(access.mask); ++lane)
      elements.push_back(addresses.offsets[access.first_offset + lane] / sizeof(T));
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

template <class T>
CombineTree tree_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input) {
  CombineTree tree;
  tree.block = request.block;
  tree.leaf_elements = elements_of_block(request, config, input);
  std::vector<Tracked<T>> elements;
  for (const std::uint64_t i : tree.leaf_elements) {
    elements.push_back({input[i], static_cast<std::uint32_t>(elements.size())});
    tree.leaf_values.push_back(static_cast<double>(input[i]));
  }
  if (elements.empty()) return tree;

  const Launch<Tracked<T>> launch{request, config, elements.data(), &tree.leaf_elements, &tree};
  const auto body = body_of<Tracked<T>>(request.kernel);
  Partial<Tracked<T>> partial;
  BlockMachine machine(config.block_dim, sizeof(T));
  machine.run(request.block, Detail::none, false,
              [&](unsigned thread) { body(launch, machine, request.block, thread, partial); });
  tree.root = partial.value.node;
  return tree;
}

}  // namespace

EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress) {
  return std::visit([&](const auto& values) { return emulate_typed(request, launch, values, progress); }, input);
}

CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input) {
  return std::visit([&](const auto& values) { return tree_typed(request, launch, values); }, input);
}

}  // namespace lanescope
