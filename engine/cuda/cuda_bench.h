// Times by CUDA graphs, more precise than those of single launches: many launches are captured into one graph, and
// its time is divided by their number. Without any CUDA header. In builds without nvcc, absent/ takes its place.
#pragma once

#include <memory>
#include <optional>

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/request/request.h"

namespace lanescope {

/// Microseconds that one result takes, over the replays of a graph: the preset of its output, every launch, and
/// what the host adds up.
struct GraphTimes {
  double median_us = 0, min_us = 0, max_us = 0;
  unsigned launches = 0;  ///< results in one graph
  unsigned replays = 0;
};

/// `cold`: nothing of the input lies in the L2 cache. `warm`: all of it does, because the launch before read it
/// too.
struct BenchTimes {
  GraphTimes cold;
  std::optional<GraphTimes> warm;          ///< where the input fits in L2 and survives a launch
  std::optional<GraphTimes> kernel_alone;  ///< cold; where a result takes more than its kernels
};

struct BenchEffort {
  double budget_us = 100e3;  ///< of the GPU's time, for each of cold and warm; three replays are made in any case
  bool wants_warm = true;
  bool wants_kernel_alone = false;
};

/// The fastest of a few ways to read the whole array by 16-byte loads and do nothing with it.
struct ReadLimit {
  BenchTimes times;
  unsigned block_dim = 0, loads = 0;  ///< loads of a thread that are in flight together
  std::uint64_t grid_dim = 0;
};

/// The fastest of a few launches of multiply-adds that depend on registers alone.
struct ComputeLimit {
  ElementType type = ElementType::float32;
  GraphTimes times;
  double operations = 0;               ///< of one launch; a multiply-add is two
  unsigned block_dim = 0, chains = 0;  ///< chains of a thread, none of which waits for another
  std::uint64_t grid_dim = 0;

  /// 1e9 operations a second.
  double gflops() const { return times.median_us > 0 ? operations / times.median_us * 1e-3 : 0; }
};

/// Throws Error(unavailable, failed) or Cancelled. Of numbers alone: points have no multiply-add.
ComputeLimit cuda_compute_limit(ElementType type, const BenchEffort& effort, Progress& progress);

/// A launch on the bench's input: its result, and how long it took between two events, the loading of its code
/// included where it was the first.
struct Trial {
  Reduced result;
  double time_us = 0;
};

/// One input on the GPU, and kernels over it.
class CudaBench {
 public:
  /// Throws Error(unavailable, failed) or Cancelled, as all that follow. `progress` must live as long.
  CudaBench(const Input& input, Progress& progress);
  ~CudaBench();
  CudaBench(const CudaBench&) = delete;
  CudaBench& operator=(const CudaBench&) = delete;

  /// Over the first request.n elements.
  Trial try_once(const RunRequest& request, const LaunchConfig& launch);

  /// Over all elements. The timed region holds everything that a result takes, and nothing else: a destroyed input
  /// is restored before it. `about_us` is what try_once() took.
  BenchTimes time(const RunRequest& request, const LaunchConfig& launch, double about_us,
                  const BenchEffort& effort);

  ReadLimit read_limit(const BenchEffort& effort);

 private:
  struct Bench;
  std::unique_ptr<Bench> bench_;
};

/// What it costs to record the masks of all blocks, on the same launch.
struct RecordingCost {
  double native_us = 0;     ///< the native kernel, alone
  double recording_us = 0;  ///< the recording kernel, alone
  double whole_us = 0;      ///< the whole recording: upload, sizing and recording passes, download, trace
};
RecordingCost cuda_recording_cost(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                                  Progress& progress);

}  // namespace lanescope
