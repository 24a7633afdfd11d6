#include "engine/bench/launch_resources.h"

#include "engine/cuda/cuda_backend.h"
#include "engine/session.h"

namespace lanescope {

LaunchResources launch_resources(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu) {
  LaunchResources found;
  found.dynamic_shared_bytes = std::uint64_t{launch.shared_elements} * element_bytes(request.type);
  const BackendStatus here = backend_status();
  const bool is_here = !gpu && here.cuda_available;
  SmLimits limits = gpu ? gpu->limits : kGpuModels[0].limits;
  found.gpu = gpu ? gpu->name : kGpuModels[0].name;
  if (is_here) {
    limits = cuda_device().limits;
    found.gpu = here.device;
  }
  if (here.cuda_available) {
    const CudaResources asked = cuda_resources(request, launch);
    found.kernel = {asked.kernel, {"cuda", NumberKind::measured, here.device, here.driver, "", ""}};
    if (is_here) found.blocks_per_sm_by_cuda = asked.blocks_per_sm;
  } else {
    found.kernel = recorded_resources_of(recorded_resources(), request, launch);
  }
  BlockNeeds needs{launch.block_dim, found.shared_bytes(), {}};
  if (found.kernel) needs.registers_per_thread = found.kernel->resources.registers;
  found.occupancy = occupancy_of(limits, needs, launch.grid_dim);
  return found;
}

}  // namespace lanescope
