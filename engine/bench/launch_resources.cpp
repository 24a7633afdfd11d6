#include "engine/bench/launch_resources.h"

#include "engine/cuda/cuda_backend.h"
#include "engine/this_machine.h"

namespace lanescope {

LaunchResources resources_on(const GpuModel& gpu, const RunRequest& request, const LaunchConfig& launch,
                             const std::optional<RecordedResources>& kernel) {
  LaunchResources found;
  found.dynamic_shared_bytes = std::uint64_t{launch.shared_elements} * element_bytes(request.type);
  found.gpu = gpu.name;
  found.kernel = kernel;
  BlockNeeds needs{launch.block_dim, found.shared_bytes(), {}};
  if (found.kernel) needs.registers_per_thread = found.kernel->resources.registers;
  found.occupancy = occupancy_of(gpu.limits, needs, launch.grid_dim);
  return found;
}

LaunchResources launch_resources(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu) {
  const BackendStatus here = backend_status();
  const GpuModel& model = gpu ? *gpu : kGpuModels[0];
  if (!here.cuda_available)
    return resources_on(model, request, launch, recorded_resources_of(recorded_resources(), request, launch));
  const CudaResources asked = cuda_resources(request, launch);
  const RecordedResources kernel{asked.kernel, {"cuda", NumberKind::measured, here.device, here.driver, "", ""}};
  if (gpu) return resources_on(model, request, launch, kernel);
  const GpuModel own{here.device, 0, 0, cuda_device().limits};
  LaunchResources found = resources_on(own, request, launch, kernel);
  found.blocks_per_sm_by_cuda = asked.blocks_per_sm;
  return found;
}

}  // namespace lanescope
