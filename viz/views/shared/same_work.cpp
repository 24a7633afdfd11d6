#include "viz/views/shared/same_work.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

bool same_input(const Run& one, const Run& other) {
  const RunRequest &x = one.request, &y = other.request;
  return x.op == y.op && x.type == y.type && x.input == y.input;
}

}  // namespace

bool same_result(const Run& one, const Run& other) {
  return problem_of(first_launch(one)) == problem_of(first_launch(other)) && same_input(one, other);
}

bool same_work(const Run& one, const Run& other) {
  const LaunchConfig &a = one.launch, &b = other.launch;
  const auto part_of = [](const LaunchConfig& launch) {
    return is_part(launch.entry) ? launch.entry : std::string();
  };
  return problem_of(a) == problem_of(b) && part_of(a) == part_of(b) && same_input(one, other);
}

bool same_block_work(const Run& one, const Run& other) {
  return same_work(one, other) && one.launch.grid_dim == other.launch.grid_dim &&
         one.request.launch == other.request.launch;
}

bool reduces_in_blocks(const Run& run) {
  if (has_array_result(run.launch.workload)) return true;
  const auto& steps = run.metrics.block.steps.kept();
  return std::all_of(steps.begin(), steps.end(), [](const StepMetrics& step) {
    return step.phase != Phase::commit || step.active_threads <= 1;
  });
}

}  // namespace lanescope
