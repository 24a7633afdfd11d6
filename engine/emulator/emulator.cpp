#include "engine/emulator/emulator.h"

#include <algorithm>
#include <optional>

#include "engine/base/error.h"
#include "engine/emulator/grid_runner.h"
#include "engine/emulator/lane.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"
#include "kernels/call.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

using namespace emulated;

/// An array of the launch, and which elements it holds, where it does not hold all.
template <class T>
struct Memory {
  T* data = nullptr;
  std::uint64_t size = 0;
  const std::vector<std::uint64_t>* held = nullptr;
};

/// What every thread of the grid has in common.
template <class T>
struct Launch {
  const RunRequest& request;
  const LaunchConfig& config;
  std::vector<Memory<T>> inputs;
  std::vector<Memory<T>> outputs;  // of a reduction its partial sums; nothing is in it where blocks update one value
  CombineTree* tree = nullptr;
};

template <class T>
using BlockBody = void (*)(const Launch<T>&, BlockMachine&, std::uint64_t block, unsigned thread, Partial<T>&);

template <class Kernel, class T>
void run_thread(const Launch<T>& launch, BlockMachine& machine, std::uint64_t block, unsigned thread,
                Partial<T>& partial) {
  const auto array = [&](const Memory<T>& memory, ArrayId id) {
    return Array<T>{memory.data, memory.size, &machine, id, memory.held};
  };
  const auto input = [&](unsigned i) { return array(launch.inputs[i], input_array(i)); };
  const auto output = [&](unsigned i) { return array(launch.outputs[i], output_array(i)); };
  const Operator<T> op{launch.request.op, &machine, launch.tree};
  call_kernel<Kernel>(Cta<T>(machine, launch.config, block, thread, partial), input,
                      output, sizes_of(launch.config), op);
}

/// Values are followed through reductions alone.
template <class Kernel, class T>
constexpr bool is_emulated() {
  return runs_on<Kernel, PlainOf<T>>() && (!kIsTracked<T> || facts_of(Kernel::facts.workload).reduces);
}

template <class T>
BlockBody<T> body_of(const std::string& entry) {
  BlockBody<T> body = nullptr;
  for_each_entry([&]<class Kernel>(Kernel) {
    if constexpr (is_emulated<Kernel, T>()) {
      if (entry == Kernel::facts.id) body = run_thread<Kernel, T>;
    }
  });
  if (!body) throw Error(ErrorKind::usage, "Kernel '" + entry + "' does not run on such elements.");
  return body;
}

bool stores(const LaunchConfig& config) {
  return config.combining != Combining::atomic;
}

/// Blocks that may run in any order: all, or all but the last one, where that reads what the others stored; none of a
/// chain.
std::uint64_t unordered_blocks(const LaunchConfig& config) {
  if (config.combining == Combining::chain) return 0;
  const bool last_waits = config.combining == Combining::last_block && config.grid_dim > 0;
  return config.grid_dim - (last_waits ? 1 : 0);
}

/// One grid: what its blocks hand over, and what comes of it.
template <class T>
class Grid {
 public:
  Grid(const RunRequest& request, const LaunchConfig& config, std::vector<Memory<T>> inputs,
       std::vector<Memory<T>> outputs, Progress& progress)
      : partials_(updates_one_value(config) ? config.grid_dim : 0),
        launch_{request, config, std::move(inputs), std::move(outputs)},
        blocks_(unordered_blocks(config)),
        runner_(
            request, config, sizeof(T), progress,
            [this, body = body_of<T>(config.entry)](BlockMachine& machine, std::uint64_t block, unsigned thread) {
              Partial<T> none;
              body(launch_, machine, block, thread, partials_.empty() ? none : partials_[block]);
            }) {}

  void run() {
    run_unordered_blocks();
    runner_.run_in_order(blocks_, launch_.config.grid_dim);
  }
  void run_unordered_blocks() { runner_.run_unordered(blocks_); }

  /// Once, after that.
  Trace trace() { return runner_.trace(); }
  const std::vector<Finding>& findings() const { return runner_.findings(); }

  /// One value of what the blocks of a reduction left.
  T combined() const {
    const Memory<T>& stored = launch_.outputs[0];
    if (blocks_ < launch_.config.grid_dim) return stored.data[0];
    T value = identity_of<T>(launch_.request.op);
    for (const auto& partial : partials_)
      if (partial.touched) value = apply_op(launch_.request.op, value, partial.value);
    if (!stores(launch_.config)) return value;
    for (std::uint64_t i = 0; i < stored.size; ++i) value = apply_op(launch_.request.op, value, stored.data[i]);
    return value;
  }

 private:
  static bool updates_one_value(const LaunchConfig& config) {
    return !has_array_result(config.workload) && !stores(config);
  }

  std::vector<Partial<T>> partials_;  // where blocks update one value
  const Launch<T> launch_;
  const std::uint64_t blocks_;
  GridRunner runner_;
};

/// The buffers of a run.
template <class T>
class Buffers {
 public:
  /// A kernel that does not destroy its input never stores to it.
  Buffers(const LaunchPlan& plan, const std::vector<T>& input, bool destroys_input) : input_(input) {
    for (const std::uint64_t elements : plan.buffers) buffers_.emplace_back(buffers_.empty() ? 0 : elements);
    if (destroys_input) buffers_[kInputBuffer] = input;
  }

  /// The arrays at these places, of these sizes.
  std::vector<Memory<T>> arrays(const std::vector<ArrayPlace>& places, const std::vector<std::uint64_t>& sizes) {
    std::vector<Memory<T>> arrays;
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::vector<T>& buffer = buffers_[places[i].buffer];
      const bool is_input = places[i].buffer == kInputBuffer && buffer.empty();
      T* data = is_input ? const_cast<T*>(input_.data()) : buffer.data();
      arrays.push_back({data + places[i].begin, sizes[i]});
    }
    return arrays;
  }

  std::vector<T>& result() { return buffers_[kResultBuffer]; }

 private:
  const std::vector<T>& input_;
  std::vector<std::vector<T>> buffers_;  // the input is empty where that of the caller is used
};

/// Elements of a launch's arrays; of a reduction's output, as many as its blocks store.
template <class T>
std::vector<std::uint64_t> input_sizes(const LaunchConfig& config) {
  std::vector<std::uint64_t> sizes;
  for (const ArrayPart& part : arrays_of(config, sizeof(T)).inputs) sizes.push_back(part.size);
  return sizes;
}
template <class T>
std::vector<std::uint64_t> output_sizes(const LaunchConfig& config) {
  if (!has_array_result(config.workload)) return {stores(config) ? config.grid_dim : 0};
  const ArrayLayout arrays = arrays_of(config, sizeof(T));
  return {arrays.output, arrays.second_output};
}

/// Launch after launch.
template <class T>
EmulatedRun emulate_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input,
                          Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const LaunchPlan plan = plan_of(kernel, config, sizeof(T));
  const bool reduces = !has_array_result(config.workload);
  Buffers<T> buffers(plan, input, kernel.destroys_input);
  EmulatedRun run;
  for (const PlannedLaunch& planned : plan.launches) {
    const LaunchConfig& launch = planned.launch;
    RunRequest own = request;
    own.block = kept_block(request, run.launches.size() + 1, launch);
    const auto inputs = buffers.arrays(planned.inputs, input_sizes<T>(launch));
    Input stored;  // what a tree is made of
    if (reduces && !run.launches.empty()) stored = std::vector<T>(inputs[0].data, inputs[0].data + inputs[0].size);
    Grid<T> grid(own, launch, inputs, buffers.arrays(planned.outputs, output_sizes<T>(launch)), progress);
    grid.run();
    if (reduces) run.result = reduced(grid.combined());
    run.launches.push_back({launch, std::move(stored), grid.trace()});
    if (!grid.findings().empty()) {
      run.findings = grid.findings();
      return run;
    }
  }
  if (!reduces) {
    const auto output = std::make_shared<Values>(std::move(buffers.result()));
    run.result = {checksum(*output), std::nullopt, output};
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
  Memory<T> memory(const LaunchConfig& config) { return {values.data(), config.grid_dim, whole ? nullptr : &held}; }

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
  const Launch<T> launch{request, config, {{const_cast<T*>(input.data()), config.n}}, {output.memory(config)}};
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
  Grid<T> grid(others, config, {{const_cast<T*>(input.data()), config.n}}, {{stored.data(), stored.size()}}, progress);
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

EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress) {
  return std::visit([&](const auto& values) { return emulate_typed(request, launch, values, progress); }, input);
}

CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress) {
  return std::visit([&](const auto& values) { return tree_typed(request, launch, values, progress); }, input);
}

}  // namespace lanescope
