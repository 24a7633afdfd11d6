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

/// Indices of totals that the compiler changes, or the clock.
inline constexpr std::size_t kOperationsTotal = 0;
inline constexpr std::size_t kDivergenceTotal = 1;
inline constexpr std::size_t kLoadRequestsTotal = 2, kLoadSectorsTotal = 3;  ///< of global memory
inline constexpr std::size_t kSharedLoadRequestsTotal = 6, kSharedLoadWavefrontsTotal = 7;
inline constexpr std::size_t kAtomicsTotal = 12;

CounterValues emulated_values(const Totals& totals);

}  // namespace lanescope
