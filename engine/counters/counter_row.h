// The hardware counters of one launch beside the emulator's totals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/sentence.h"
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

/// A total that the hardware counted otherwise than the emulator, and why.
struct CounterReason {
  const Metric* total = nullptr;  ///< one of counter_totals()
  std::uint64_t counted = 0, emulated = 0;
  Sentence why;          ///< empty where nothing proves one
  bool has_code = true;  ///< whether there was machine code that could prove it
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
  std::vector<CounterReason> reasons;  ///< of the totals that differ, in the order of counter_totals()
  bool unexplained = false;            ///< some total differs, and nothing explains it

  bool equal() const { return counted == emulated; }
};

}  // namespace lanescope
