// The totals of a trace that have a hardware counter of the same meaning.
#pragma once

#include <array>
#include <cstdint>

#include "engine/analysis/metrics.h"

namespace lanescope {

struct CounterTotal {
  const char* name;     ///< in the JSON of `trace`
  const char* counter;  ///< of Nsight Compute, for the native build
  std::uint64_t (*emulated)(const Totals& totals);
};

inline constexpr std::size_t kCounterTotals = 13;
using CounterValues = std::array<std::uint64_t, kCounterTotals>;

extern const std::array<CounterTotal, kCounterTotals> kCounterTable;

/// Index of the total that the compiler changes most: divergent_branches.
inline constexpr std::size_t kDivergenceTotal = 1;

CounterValues emulated_values(const Totals& totals);

}  // namespace lanescope
