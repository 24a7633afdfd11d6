// Kernels that users bring, compiled by NVRTC and run on a GPU in a process of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/machine/resources.h"
#include "engine/request/catalogue.h"
#include "engine/workload/launch_config.h"

namespace lanescope {

/// Times in microseconds of the launch alone: what presets its output or adds up what its blocks left is not in the
/// file's kernel, and not in them.
struct OwnGpuTimes {
  double median_us = 0, min_us = 0, max_us = 0;
  unsigned repeats = 0;
};

/// The machine code that NVRTC made, on a GPU.
struct OwnGpuCode {
  std::string device, driver;
  KernelResources resources;
  unsigned blocks_per_sm = 0;  ///< resident at once, as CUDA's occupancy calculation has it
};

struct OwnGpuRun {
  Reduced result;
  std::optional<OwnGpuTimes> times;  ///< where the request wants repeats
  OwnGpuCode code;
  std::vector<std::string> printed;  ///< lines, of the first launch
  std::uint64_t lost_lines = 0;      ///< that it printed, too
};

/// Compiles and launches it, with the arrays that the emulator would have: the result is that of the first launch.
/// Whatever the kernel does, this returns or throws: Error (usage for what the compiler has against the file,
/// unavailable where there is no GPU or no NVRTC, failed), Cancelled.
OwnGpuRun run_own_on_gpu(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress);

/// Compiles and loads it. Throws as run_own_on_gpu().
OwnGpuCode own_code_on_gpu(const RunRequest& request, Progress& progress);

/// Compiles it alone, for a GPU such as "sm_90", which need not be here. Returns the bytes of machine code. Throws
/// as run_own_on_gpu().
std::uint64_t compile_own_for_gpu(const OwnKernel& kernel, const std::string& architecture, Progress& progress);

}  // namespace lanescope
