// A sweep: kernels at every combination of N, blockDim, COARSE_FACTOR and gridDim.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/recorded/recorded_sweep.h"
#include "engine/run.h"

namespace lanescope {

/// The values to combine; with an empty list the request keeps its own value.
struct SweepLists {
  std::vector<std::uint64_t> n, grid_dim;
  std::vector<unsigned> block_dim, coarse_factor;
  std::vector<unsigned> tile_width = {};  ///< of matrix kernels
};

/// One combination: a time where a GPU ran it, totals where the emulator did, or why there is neither.
struct SweepPoint {
  RunRequest request;
  LaunchConfig launch;
  std::string skipped;                     ///< why it was not run; empty if it was
  bool wrong = false;                      ///< its result; `skipped` says what it was
  std::optional<Timing> timing;            ///< cold, as the bench takes it
  std::optional<RecordedTiming> recorded;  ///< where there is no GPU
  std::optional<Totals> totals;

  bool done() const { return skipped.empty() && (timing || totals); }
};

/// Every combination of every request, in the order N, gridDim, blockDim, TILE_WIDTH, COARSE_FACTOR. Impossible
/// ones, and repetitions of a launch, are listed with the reason why they are skipped.
std::vector<SweepPoint> sweep_points(const std::vector<RunRequest>& requests, const SweepLists& lists);

/// About how long the GPU takes, in seconds.
double estimated_seconds(const std::vector<SweepPoint>& points);

/// Whether they are for the GPU: there is one, and the requests allow it. Throws Error(unavailable) if they ask for
/// one, and there is none.
bool sweeps_on_gpu(const std::vector<SweepPoint>& points);

/// Runs the points, on the GPU if they are for it. Returns false if it was cancelled;
/// finished points are kept. Throws Error(unavailable, failed).
bool run_sweep(std::vector<SweepPoint>& points, Progress& progress);

/// Measures the points on the GPU, and the read limit at each N, as times of kReadLimitRow. If cancelled, returns
/// the finished ones. Throws Error(unavailable, failed).
RecordedSweep measured_sweep(std::vector<SweepPoint> points, Progress& progress);

/// The times of a sweep that a GPU measured, in the form in which they are saved.
RecordedSweep recording_of(const std::vector<SweepPoint>& points, const Provenance& provenance);

}  // namespace lanescope
