// What a launch needs from the SMs of a GPU, and how many of its blocks they hold at once.
#pragma once

#include <optional>
#include <string>

#include "engine/base/progress.h"
#include "engine/machine/gpu_models.h"
#include "engine/machine/occupancy.h"
#include "engine/recorded/recorded_resources.h"

namespace lanescope {

struct LaunchResources {
  /// Measured: from the native build on this machine's GPU. Recorded: from the machine code for a named GPU.
  /// Nothing if neither is known; registers are then not counted as a limit.
  std::optional<RecordedResources> kernel;
  std::uint64_t dynamic_shared_bytes = 0;         ///< of a block, as the launch asks for it
  std::string gpu;                                ///< whose limits they are
  Occupancy occupancy;                            ///< predicted: what the rule makes of them
  std::optional<unsigned> blocks_per_sm_by_cuda;  ///< measured: CUDA's own answer; nothing without that GPU

  /// All shared memory of a block in bytes, without what the system reserves.
  std::uint64_t shared_bytes() const {
    return dynamic_shared_bytes + (kernel ? kernel->resources.static_shared_bytes : 0);
  }
};

/// By the limits of `gpu`; `kernel` is what a GPU's driver reported for the machine code, if known.
LaunchResources resources_on(const GpuModel& gpu, const RunRequest& request, const LaunchConfig& launch,
                             const std::optional<RecordedResources>& kernel);

/// On `gpu`; null: on this machine's GPU, or an H200 if there is none. Of a user's kernel nothing is known but its
/// shared memory, since it would have to be compiled for the GPU first. Throws Error(failed) if the driver fails.
LaunchResources launch_resources(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu);

/// The same of a user's kernel, which is compiled for this machine's GPU. Throws as own_code_on_gpu().
LaunchResources own_launch_resources(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu,
                                     Progress& progress);

}  // namespace lanescope
