// run(request): everything the program knows of one run. The one door of the engine for cli and viz.
#pragma once

#include <optional>
#include <string>

#include "engine/run.h"

namespace lanescope {

/// Whether this build and machine can run on a GPU now; if not, why, in one sentence.
struct BackendStatus {
  bool cuda_available = false;
  std::string device;  ///< name of the GPU
  std::string driver;
  Sentence reason;  ///< why there is no GPU
};
BackendStatus backend_status();

/// Gives a kernel whose launch shape follows from N and the device its block and grid: for this machine's GPU, or
/// for an H200 where there is none. Does nothing where the kernel has no such rule, or the request names a grid.
void choose_launch_shape(RunRequest& request);
/// The same for the grid alone, of blocks as the request has them.
void choose_grid(RunRequest& request);

/// How much of a request's block and grid is what those two would choose. Of kernels without such a rule: none.
enum class OwnShape { none, grid, all };
OwnShape own_shape(const RunRequest& request);
/// Chooses again what `own` says was the kernel's choice, after N or the type became another.
void choose_again(RunRequest& request, OwnShape own);

/// A run that came without its reduction trees, as from a recording, with those of all its launches: their blocks
/// are run once more on the emulator. Throws Error(usage) where this program would launch it otherwise, so that the
/// order of its additions is not known; and what run() throws.
Run with_trees(Run run, Progress& progress);

/// Why the request cannot run, here: refusal(), or that it needs a GPU and there is none.
std::optional<Refusal> refusal_here(const RunRequest& request);

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
