// Loads of shared memory by the line of the source that makes them, over a grid: what is set beside the loads that the
// machine code has at that line.
#pragma once

#include <vector>

#include "engine/base/progress.h"
#include "engine/counters/launches.h"
#include "engine/trace/trace.h"

namespace lanescope {

struct LineLoads {
  unsigned line = 0;   ///< of the kernel's file
  AccessCounts loads;  ///< of shared memory, over all blocks
};

/// In order of lines. `trace` is of the launch; a block of each of its histories is run once more, for the lines of
/// its requests. Throws Cancelled where the user stops it.
std::vector<LineLoads> shared_loads_by_line(const CountedLaunch& launch, const Trace& trace, Progress& progress);

}  // namespace lanescope
