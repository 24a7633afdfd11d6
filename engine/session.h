// run(request) returns everything the program knows about one run: the engine's only entry point for cli and viz.
#pragma once

#include "engine/run.h"
#include "engine/this_machine.h"

namespace lanescope {

/// Adds the reduction trees of all launches to a run without them, such as one from a recording, by running their
/// blocks again on the emulator. Throws Error(usage) if this program would launch it differently, so that the
/// order of its additions is not known; and what run() throws.
Run with_trees(Run run, Progress& progress);

/// How the results of repeated runs of the same launch vary: if blocks are combined by atomics, each order rounds
/// differently.
struct Spread {
  unsigned runs = 0;      ///< 1 if the order is fixed, so that every run gives the same bits
  unsigned distinct = 0;  ///< different results among them
  double min = 0, max = 0;
};

/// Launches the native kernel of a finished run again, `runs` times (at least 1), on the run's input. Only a GPU's
/// results vary: for the emulator and the host it returns the run's own result. Throws as run().
Spread spread_of(const Run& run, unsigned runs, Progress& progress);

/// Runs the request. Throws Error (usage, unavailable, failed) or Cancelled.
Run run(const RunRequest& request, Progress& progress);

/// Likewise, but where the traces follow from the launches alone (has_alike_blocks()), they are made without a
/// result, in a time that does not grow with N. Trees that begin with other blocks' sums are then missing, too.
Run run_traces_first(const RunRequest& request, Progress& progress);

/// Computes what run_traces_first() left out; where this machine has no room for the data, the run says so in
/// no_result. Throws Cancelled, or Error as run().
Run with_result(Run run, Progress& progress);

}  // namespace lanescope
