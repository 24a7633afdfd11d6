// How much a sequential program computes for the same problem: the useful work, however many threads do it.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/workload/launch_config.h"

namespace lanescope {

/// Arithmetic operations (a multiply-add is two): N - 1 of a reduction, a b c products and as many sums of matrices
/// of a x b and b x c elements, 9 N of a stencil, N less the
/// sections of a scan. Nothing for a workload without such a formula.
std::optional<std::uint64_t> sequential_operations(const LaunchConfig& launch);

/// Those over a time: 1e9 operations a second. Redundant operations do not count, however many there are. Nothing
/// where the formula or the time is missing (not above 0).
std::optional<double> giga_operations(const LaunchConfig& launch, double time_us);

}  // namespace lanescope
