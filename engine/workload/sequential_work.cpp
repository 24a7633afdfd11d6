#include "engine/workload/sequential_work.h"

#include "engine/workload/workload.h"

namespace lanescope {

std::optional<std::uint64_t> sequential_operations(const LaunchConfig& launch) {
  const auto operations = info_of(launch.workload).sequential_operations;
  return operations ? std::optional(operations(launch)) : std::nullopt;
}

std::optional<double> giga_operations(const LaunchConfig& launch, double time_us) {
  const auto operations = sequential_operations(launch);
  if (!operations || !(time_us > 0)) return std::nullopt;
  return static_cast<double>(*operations) / time_us * 1e-3;
}

}  // namespace lanescope
