// Loads of shared memory over a grid, by source line: compared with the loads that the machine code has at that
// line.
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

/// In order of lines. `trace` is the launch's; one block of each of its histories is run again to get the lines of
/// its requests. Throws Cancelled if the user stops it.
std::vector<LineLoads> shared_loads_by_line(const CountedLaunch& launch, const Trace& trace, Progress& progress);

}  // namespace lanescope
