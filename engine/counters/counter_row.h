// The hardware counters of one launch beside the emulator's totals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/counters/branch_form.h"
#include "engine/counters/counter_totals.h"
#include "engine/workload/launch_config.h"

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
  std::string entry;        ///< that the launch runs; empty where that is the kernel itself
  std::uint64_t run_n = 0;  ///< of the whole run, where its launches have entries
  Combining combining = Combining::atomic;
  unsigned pass = 0;
  std::uint64_t n = 0, grid_dim = 0;
  unsigned block_dim = 1, coarse_factor = 1;
  MatrixSizes matrices;     ///< if the kernel has any; zeros in a table that was written without them
  unsigned tile_width = 0;  ///< of those with matrices, likewise
  CounterValues counted;    ///< by the hardware
  CounterValues emulated;
  std::vector<CompiledSite> sites;
  std::string reason;        ///< why counted and emulated differ; empty if they do not
  bool unexplained = false;  ///< they differ, and nothing explains it

  bool equal() const { return counted == emulated; }
};

}  // namespace lanescope
