// The steps of a whole grid, as if its blocks came one after another: what launches of the same work can be
// compared by, however many blocks each deals it out to.
#pragma once

#include <cstdint>

#include "engine/trace/trace.h"

namespace lanescope {

/// Sums over all blocks of the steps that a textbook counts: those of BlockMetrics::counted_steps().
struct GridSteps {
  std::uint64_t steps = 0;
  std::uint64_t underutilized = 0;  ///< in which not every thread of the block is active

  bool operator==(const GridSteps&) const = default;
};

GridSteps grid_steps(const Trace& trace);

}  // namespace lanescope
