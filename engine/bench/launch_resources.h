// What a launch needs of the SMs of a GPU, and how many of its blocks they hold at once.
#pragma once

#include <optional>
#include <string>

#include "engine/machine/gpu_models.h"
#include "engine/machine/occupancy.h"
#include "engine/recorded/recorded_resources.h"

namespace lanescope {

struct LaunchResources {
  /// Measured: of the native build on this machine's GPU. Recorded: of a named GPU, whose machine code it is.
  /// Nothing where neither is there; registers are then no limit.
  std::optional<RecordedResources> kernel;
  std::uint64_t dynamic_shared_bytes = 0;  ///< of a block, as the launch asks for it
  std::string gpu;                         ///< whose limits they are
  Occupancy occupancy;                     ///< predicted: what the rule makes of them
  std::optional<unsigned>
      blocks_per_sm_by_cuda;  ///< measured: what CUDA says of the same; nothing without that GPU

  /// Bytes of shared memory that a block has in all; what the system takes of it is no part.
  std::uint64_t shared_bytes() const {
    return dynamic_shared_bytes + (kernel ? kernel->resources.static_shared_bytes : 0);
  }
};

/// By the limits of `gpu`, where the driver of some GPU said that of the machine code, or nobody did.
LaunchResources resources_on(const GpuModel& gpu, const RunRequest& request, const LaunchConfig& launch,
                             const std::optional<RecordedResources>& kernel);

/// On `gpu`; null: on this machine's GPU, or an H200 where there is none. Throws Error(failed) where the driver
/// does.
LaunchResources launch_resources(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu);

}  // namespace lanescope
