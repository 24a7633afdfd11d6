// Counters of native launches beside the emulator's totals: a difference is 0, or explained from the machine code
// and the counters of its instructions, or it is a failure.
#pragma once

#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/counters/branch_sites.h"
#include "engine/counters/counter_totals.h"
#include "engine/counters/launches.h"

namespace lanescope {

/// A step's condition as the compiler left it, in one launch.
struct CompiledSite {
  unsigned step_line = 0;  ///< 1 is the first line of the kernel's file that holds a step; 0 is any other line
  BranchForm form = BranchForm::unknown;
  std::uint64_t divergent = 0;  ///< divergent branches that the hardware counted there

  bool operator==(const CompiledSite&) const = default;
};

/// One launch.
struct CounterRow {
  std::string kernel;
  Combining combining = Combining::atomic;
  unsigned pass = 0;
  std::uint64_t n = 0, grid_dim = 0;
  unsigned block_dim = 1, coarse_factor = 1;
  MatrixSizes matrices;     ///< where it has any; zeros in a table that was kept without them
  unsigned tile_width = 0;  ///< of those with matrices, likewise
  CounterValues counted;    ///< by the hardware
  CounterValues emulated;
  std::vector<CompiledSite> sites;
  std::string reason;        ///< why counted and emulated differ; empty where they do not
  bool unexplained = false;  ///< they differ, and nothing shows why

  bool equal() const { return counted == emulated; }
};

/// Operations on floats of all threads: a multiply-add is two, however the compiler fused them.
std::uint64_t counted_operations(const CountedKernel& counted);

/// The totals of a launch, counted by the emulator; and its trace.
struct EmulatedLaunch {
  CounterValues values;
  Trace trace;
};
EmulatedLaunch emulate_launch(const CountedLaunch& launch, Progress& progress);

/// One row a launch. `counted` must be of these launches, in their order. Throws Error(failed) where it is not,
/// Cancelled where the user stops it.
std::vector<CounterRow> compare_counters(const std::vector<CountedLaunch>& launches,
                                         const std::vector<CountedKernel>& counted, const MachineCode& code,
                                         Progress& progress);

}  // namespace lanescope
