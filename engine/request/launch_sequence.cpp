#include "engine/request/launch_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/quotient.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

std::uint64_t last_block(const LaunchConfig& launch) {
  return std::max<std::uint64_t>(1, launch.grid_dim) - 1;
}

/// A launch on all arrays of its problem.
LaunchPlan plan_of_arrays(const LaunchConfig& launch, unsigned element_bytes) {
  const ArrayLayout arrays = arrays_of(launch, element_bytes);
  LaunchPlan plan{{arrays.input_elements(), arrays.output}, {{launch, {}, {{kResultBuffer}}}}};
  for (const ArrayPart& part : arrays.inputs) plan.launches[0].inputs.push_back({kInputBuffer, part.begin});
  return plan;
}

/// Launch after launch, each on the partial sums of the one before.
LaunchPlan plan_of_reduction(const LaunchConfig& first) {
  LaunchPlan plan{{first.n, 0}, {}};
  ArrayPlace from{kInputBuffer};
  for (std::optional<LaunchConfig> launch = first; launch;) {
    const auto next = next_launch(*launch);
    const std::uint64_t stored = launch->combining == Combining::atomic ? 1 : launch->grid_dim;
    const ArrayPlace to{next ? plan.add_buffer(stored) : kResultBuffer};
    if (!next) plan.buffers[kResultBuffer] = stored;
    plan.launches.push_back({*launch, {from}, {to}});
    from = to;
    launch = next;
  }
  return plan;
}

}  // namespace

LaunchPlan plan_of(const KernelInfo& kernel, const LaunchConfig& first, unsigned element_bytes) {
  const WorkloadInfo& workload = info_of(kernel.workload);
  if (!workload.has_array_result()) return plan_of_reduction(first);
  if (workload.plan && !kernel.own && first.grid_dim > 0) return workload.plan(kernel, first);
  return plan_of_arrays(first, element_bytes);
}

std::vector<LaunchConfig> launches_from(const KernelInfo& kernel, const LaunchConfig& first) {
  std::vector<LaunchConfig> launches;
  for (const PlannedLaunch& planned : plan_of(kernel, first, 1).launches) launches.push_back(planned.launch);
  return launches;
}

std::optional<LaunchConfig> next_launch(const LaunchConfig& launch) {
  if (launch.combining != Combining::relaunch || launch.grid_dim <= 1) return std::nullopt;
  LaunchConfig next = launch;
  next.n = launch.grid_dim;
  next.grid_dim = launch.elements_per_block > 0 ? quotient_up(next.n, launch.elements_per_block) : 1;
  return next;
}

std::vector<LaunchConfig> launches_of(const RunRequest& request) {
  return launches_from(kernel_info(request.kernel), launch_config(request));
}

std::uint64_t kept_block(const RunRequest& request, std::size_t number, const LaunchConfig& launch) {
  return number == request.launch ? request.block : std::min(request.block, last_block(launch));
}

std::optional<Refusal> refuse_look(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& first) {
  const auto launches = launches_from(kernel, first);
  if (request.launch == 0 || request.launch > launches.size()) {
    return Refusal{"--launch",
                   launches.size() == 1
                       ? Sentence("--launch {}: {} takes one launch for --n {}, so it must be 1.", request.launch,
                                  kernel.id, request.n)
                       : Sentence("--launch {}: {} takes {} launches for --n {}, so it must be from 1 to {}.",
                                  request.launch, kernel.id, launches.size(), request.n, launches.size())};
  }
  const LaunchConfig& launch = launches[request.launch - 1];
  if (request.detail == Detail::none || request.block <= last_block(launch)) return std::nullopt;
  const std::uint64_t last = last_block(launch);
  return Refusal{"--block-index",
                 launch.grid_dim == 1
                     ? Sentence("--block-index {}: the grid has {} block, so it must be from 0 to {}.",
                                request.block, launch.grid_dim, last)
                     : Sentence("--block-index {}: the grid has {} blocks, so it must be from 0 to {}.",
                                request.block, launch.grid_dim, last)};
}

}  // namespace lanescope
