#include "engine/emulator/emulator.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/emulator/alike_blocks.h"
#include "engine/emulator/grid.h"
#include "engine/emulator/short_walk.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"

namespace lanescope {

namespace {

using namespace emulated;

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
    const auto inputs = buffers.arrays(planned.inputs, input_sizes(launch, sizeof(T)));
    Input stored;  // what a tree is made of
    if (reduces && !run.launches.empty()) stored = std::vector<T>(inputs[0].data, inputs[0].data + inputs[0].size);
    Grid<T> grid(own, launch, inputs, buffers.arrays(planned.outputs, output_sizes(launch, sizeof(T))), progress);
    grid.run();
    if (reduces) run.result = reduced(grid.combined());
    run.launches.push_back({launch, std::move(stored), grid.trace(), grid.values()});
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

/// Runs single blocks of a launch on arrays in which one element stands for all, and of a long walk only some
/// rounds.
template <class T>
class BlankBlocks {
 public:
  BlankBlocks(const RunRequest& request, const LaunchConfig& config)
      : request_(request),
        config_(config),
        walk_(short_walk(config, sizeof(T))),
        body_(body_of<T>(config.entry)),
        machine_(config.block_dim, sizeof(T)) {}

  BlockWalk run(std::uint64_t block, bool keep_addresses) {
    if (!walk_) return run_in(config_, block, keep_addresses);
    const BlockWalk in_short = run_in(walk_->launch, block, keep_addresses);
    std::vector<BlockWalk> in_longer;
    for (const LongerWalk& longer : walk_->longer)
      in_longer.push_back(run_in(longer.launch, block, keep_addresses));
    auto whole = whole_walk(*walk_, in_short, in_longer);
    return whole ? std::move(*whole) : run_in(config_, block, keep_addresses);
  }

 private:
  BlockWalk run_in(const LaunchConfig& config, std::uint64_t block, bool keep_addresses) {
    const Launch<T> launch{request_, config, blank(input_sizes(config, sizeof(T))),
                           blank(output_sizes(config, sizeof(T)))};
    Partial<T> partial;
    const auto& record = machine_.run(block, request_.detail, keep_addresses,
                                      [&](unsigned thread) { body_(launch, machine_, block, thread, partial); });
    require_no_findings(machine_.findings());
    return {record.history(), KeptAddresses(keep_addresses ? record.addresses() : BlockAddresses{})};
  }

  std::vector<Memory<T>> blank(const std::vector<std::uint64_t>& sizes) {
    std::vector<Memory<T>> arrays;
    for (const std::uint64_t size : sizes) arrays.push_back({&any_element_, size, nullptr, true});
    return arrays;
  }

  T any_element_{};
  const RunRequest& request_;
  const LaunchConfig& config_;
  const std::optional<ShortWalk> walk_;
  const BlockBody<T> body_;
  BlockMachine machine_;
};

/// The traces of one launch from those of a few blocks.
template <class T>
class AlikeGrid {
 public:
  AlikeGrid(const RunRequest& request, const LaunchConfig& config)
      : request_(request),
        config_(config),
        blocks_(request, config),
        builder_(config, sizeof(T), NumberKind::emulated) {}

  Trace trace(Progress& progress) {
    run_on_all_cores({request_.block, 0, config_.grid_dim - 1}, progress);
    const auto history_of = [&](std::uint64_t block) {
      progress.check();
      const auto known = numbers_.find(block);
      return known != numbers_.end() ? known->second : number_of(blocks_, block);
    };
    return builder_.finish(histories_of_alike(config_.grid_dim, block_rows(config_, sizeof(T)), history_of));
  }

 private:
  /// Those that are asked for in any case; the one in view keeps its addresses.
  void run_on_all_cores(std::set<std::uint64_t> blocks, Progress& progress) {
    const std::vector<std::uint64_t> list(blocks.begin(), blocks.end());
    std::atomic<std::size_t> next{0};
    on_all_cores(list.size(), [&] {
      BlankBlocks<T> own(request_, config_);
      for (std::size_t i = next++; i < list.size(); i = next++) {
        progress.check();
        number_of(own, list[i]);
      }
    });
  }

  std::uint32_t number_of(BlankBlocks<T>& blocks, std::uint64_t block) {
    const bool keep_addresses = request_.detail == Detail::full && block == request_.block;
    BlockWalk walk = blocks.run(block, keep_addresses);
    const std::uint32_t number = builder_.number_of(walk.history);
    if (keep_addresses) builder_.add_addresses(std::move(walk.addresses));
    const std::lock_guard lock(mutex_);
    return numbers_[block] = number;
  }

  const RunRequest& request_;
  const LaunchConfig& config_;
  BlankBlocks<T> blocks_;
  TraceBuilder builder_;
  std::mutex mutex_;  // of the numbers
  std::map<std::uint64_t, std::uint32_t> numbers_;
};

template <class T>
std::vector<TracedLaunch> traces_typed(const RunRequest& request, const LaunchConfig& config, Progress& progress) {
  std::vector<TracedLaunch> traces;
  for (const PlannedLaunch& planned : plan_of(kernel_info(request.kernel), config, sizeof(T)).launches) {
    RunRequest own = request;
    own.block = kept_block(request, traces.size() + 1, planned.launch);
    traces.push_back({planned.launch, {}, AlikeGrid<T>(own, planned.launch).trace(progress)});
  }
  return traces;
}

}  // namespace

EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress) {
  return std::visit([&](const auto& values) { return emulate_typed(request, launch, values, progress); }, input);
}

bool has_alike_blocks(const RunRequest& request) {
  const std::vector<LaunchConfig> launches = launches_of(request);
  return std::all_of(launches.begin(), launches.end(),
                     [](const LaunchConfig& launch) { return lanes_follow_from_launch(launch.workload); });
}

std::vector<TracedLaunch> emulate_traces(const RunRequest& request, const LaunchConfig& launch,
                                         Progress& progress) {
  return with_type(request.type, [&]<class T>(TypeTag<T>) { return traces_typed<T>(request, launch, progress); });
}

}  // namespace lanescope
