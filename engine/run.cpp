#include "engine/run.h"

#include <algorithm>
#include <utility>

#include "engine/workload/sequential_work.h"
#include "engine/workload/workload.h"

namespace lanescope {

RunLaunch run_launch(const RunRequest& request, std::uint64_t block, std::shared_ptr<const Trace> trace) {
  const Metrics metrics{block_metrics(*trace, block), totals(*trace)};
  const CompiledView compiled = compiled_view(request, *trace);
  const LaunchConfig launch = trace->launch;
  return {launch, block, std::move(trace), nullptr, nullptr, metrics, compiled};
}

void set_launches(Run& run, std::vector<RunLaunch> launches) {
  run.launches = std::move(launches);
  run = look_at(run, run.request.launch);
}

Run look_at(const Run& run, unsigned launch) {
  Run other = run;
  if (run.launches.empty()) return other;
  other.request.launch = std::clamp(launch, 1u, static_cast<unsigned>(run.launches.size()));
  const RunLaunch& shown = run.launches[other.request.launch - 1];
  other.request.block = shown.block;
  other.launch = shown.launch;
  other.trace = shown.trace;
  other.tree = shown.tree;
  other.no_tree = shown.no_tree;
  other.values = shown.values;
  other.metrics = shown.metrics;
  other.compiled = shown.compiled;
  return other;
}

const LaunchConfig& first_launch(const Run& run) {
  return run.launches.empty() ? run.launch : run.launches.front().launch;
}

Totals totals_of_all(const Run& run) {
  if (run.launches.empty()) return run.metrics.totals;
  Totals sum = run.launches.front().metrics.totals;
  for (std::size_t i = 1; i < run.launches.size(); ++i) sum += run.launches[i].metrics.totals;
  return sum;
}

PricedLaunch work_of(const Run& run) {
  if (!is_part(run.launch.entry)) return {run.launch, run.request.type, run.metrics};
  PricedLaunch work{first_launch(run), run.request.type, run.metrics};
  work.metrics.totals = totals_of_all(run);
  work.metrics.totals.sequential_operations = sequential_operations(work.launch);
  return work;
}

double useful_bytes(const LaunchConfig& launch, ElementType type) {
  const ArrayLayout arrays = arrays_of(launch, element_bytes(type));
  return static_cast<double>(arrays.input_values() + arrays.output) * element_bytes(type);
}

}  // namespace lanescope
