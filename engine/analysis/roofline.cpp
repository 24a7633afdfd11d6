#include "engine/analysis/roofline.h"

#include <algorithm>
#include <limits>

namespace lanescope {
namespace {

/// The sources of both limits, or one source if GPU and date are equal.
std::string source_of(const RooflineLimits& limits) {
  const std::string& bandwidth = limits.bandwidth_gbps->source;
  const std::string& compute = limits.compute_gflops->source;
  return bandwidth == compute ? bandwidth : bandwidth + "; " + compute;
}

RooflinePoint point_at(double operations, double bytes, const RooflineLimits& limits) {
  RooflinePoint point;
  if (operations <= 0) return point;
  point.intensity = bytes > 0 ? operations / bytes : std::numeric_limits<double>::infinity();
  if (!limits.bandwidth_gbps || !limits.compute_gflops) return point;
  const double compute = limits.compute_gflops->value;
  const double memory = bytes > 0 ? point.intensity * limits.bandwidth_gbps->value : compute;
  point.memory_bound = memory < compute;
  point.attainable_gflops = {std::min(memory, compute), NumberKind::predicted, source_of(limits)};
  return point;
}

}  // namespace

Roofline roofline(const RooflineWork& work, const RooflineLimits& limits) {
  Roofline roof;
  roof.loaded = point_at(work.operations, work.loaded_bytes, limits);
  roof.least = point_at(work.sequential_operations, work.least_bytes, limits);
  if (limits.bandwidth_gbps && limits.compute_gflops && limits.bandwidth_gbps->value > 0)
    roof.ridge = limits.compute_gflops->value / limits.bandwidth_gbps->value;
  if (work.time_us && work.time_us->value > 0 && work.sequential_operations > 0)
    roof.achieved_gflops = {work.sequential_operations / work.time_us->value * 1e-3, work.time_us->kind,
                            work.time_us->source};
  return roof;
}

}  // namespace lanescope
