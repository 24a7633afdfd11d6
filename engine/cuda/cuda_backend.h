// The GPU as the session sees it, without any CUDA header. In builds without nvcc, absent/ takes its place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/machine/occupancy.h"
#include "engine/machine/resources.h"
#include "engine/request/request.h"
#include "engine/trace/traced_launch.h"

namespace lanescope {

/// The first GPU, or the reason why there is none.
struct CudaDevice {
  bool available = false;
  std::string name;
  std::string driver;  ///< version, as nvidia-smi shows it, or the CUDA version that the driver supports
  Sentence reason;     ///< why there is no GPU, in one sentence
  int sm_count = 0;
  int threads_per_sm = 0;
  SmLimits limits;  ///< all of them; those of an H200 where there is no GPU
};

/// Looked up once. Never throws.
const CudaDevice& cuda_device();

/// Throws Error(unavailable) where there is no GPU, or it was lost in an earlier run.
void require_gpu();

/// Throws Error(failed) where the arrays of a run do not fit into the GPU's free memory: asked before the input is
/// made.
void require_gpu_memory(const RunRequest& request, const LaunchConfig& launch);

/// What the driver says of a launch of the native build.
struct CudaResources {
  KernelResources kernel;
  unsigned blocks_per_sm = 0;  ///< resident at once, as CUDA's occupancy calculation has it
};

/// Throws Error(usage) where the kernel does not run on a GPU; Error(unavailable, failed).
CudaResources cuda_resources(const RunRequest& request, const LaunchConfig& launch);

/// Times in microseconds of everything that one result of the native build takes.
struct CudaTimes {
  double median_us = 0, min_us = 0, max_us = 0;
  unsigned repeats = 0;
  std::vector<double> launch_us = {};  ///< of each launch, alone between two events; empty where there is one
};

struct CudaRun {
  Reduced result;
  std::optional<CudaTimes> times;
};

/// The native build: result, and times from CUDA events after a warm-up. Input that the kernel destroys is restored
/// outside the timed region. Throws Error(unavailable, failed) or Cancelled.
CudaRun cuda_run(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress);

/// The results of `runs` launches of the native build, in their order. Throws as cuda_run.
std::vector<double> cuda_results(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                                 unsigned runs, Progress& progress);

/// The recording build, launch after launch, each on what the one before stored: masks of every warp of every
/// block, addresses of the kept_block(), SM and clock of every block. Access counts are there when the addresses of
/// all blocks could be recorded. Throws as cuda_run.
std::vector<TracedLaunch> cuda_record(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                                      Progress& progress);

}  // namespace lanescope
