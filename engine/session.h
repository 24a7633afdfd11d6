// run(request): everything the program knows of one run. The one door of the engine for cli and viz.
#pragma once

#include "engine/run.h"
#include "engine/this_machine.h"

namespace lanescope {

/// A run that came without its reduction trees, as from a recording, with those of all its launches: their blocks
/// are run once more on the emulator. Throws Error(usage) where this program would launch it otherwise, so that the
/// order of its additions is not known; and what run() throws.
Run with_trees(Run run, Progress& progress);

/// The results of the same launch, several times: where blocks meet at an atomic, each order of theirs rounds
/// otherwise.
struct Spread {
  unsigned runs = 0;      ///< 1 where the order is fixed, so that every run gives the same bits
  unsigned distinct = 0;  ///< different results among them
  double min = 0, max = 0;
};

/// Launches the native kernel of a finished run again, `runs` times (1 at least), on the run's input. Only a GPU
/// varies: for the emulator and the host it is the run's own result. Throws as run().
Spread spread_of(const Run& run, unsigned runs, Progress& progress);

/// Runs the request. Throws Error (usage, unavailable, failed) or Cancelled.
Run run(const RunRequest& request, Progress& progress);

}  // namespace lanescope
