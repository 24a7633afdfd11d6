#include "engine/bench/launch_resources.h"

#include "engine/cuda/cuda_backend.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_launch.h"
#include "engine/source/nvrtc/gpu_run.h"
#include "engine/this_machine.h"

namespace lanescope {
namespace {

GpuModel this_gpu(const BackendStatus& here) {
  return {here.device, 0, 0, cuda_device().limits};
}

}  // namespace

LaunchResources resources_on(const GpuModel& gpu, const RunRequest& request, const LaunchConfig& launch,
                             const std::optional<RecordedResources>& kernel) {
  LaunchResources found;
  const KernelInfo& info = kernel_info(request.kernel);
  found.dynamic_shared_bytes = std::uint64_t{launch.shared_elements} * element_bytes(request.type);
  // The launch of a user's kernel has all its shared memory in one number.
  if (info.own && kernel) found.dynamic_shared_bytes = dynamic_shared_bytes(info, request);
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
  if (kernel_info(request.kernel).own)
    return resources_on(here.cuda_available && !gpu ? this_gpu(here) : model, request, launch, std::nullopt);
  if (!here.cuda_available)
    return resources_on(model, request, launch, recorded_resources_of(recorded_resources(), request, launch));
  const CudaResources asked = cuda_resources(request, launch);
  const RecordedResources kernel{asked.kernel, {"cuda", NumberKind::measured, here.device, here.driver, "", ""}};
  if (gpu) return resources_on(model, request, launch, kernel);
  LaunchResources found = resources_on(this_gpu(here), request, launch, kernel);
  found.blocks_per_sm_by_cuda = asked.blocks_per_sm;
  return found;
}

LaunchResources own_launch_resources(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu,
                                     Progress& progress) {
  const OwnGpuCode code = own_code_on_gpu(request, progress);
  const BackendStatus here = backend_status();
  const std::string& driver = here.cuda_available ? here.driver : code.driver;
  const RecordedResources kernel{code.resources, {"cuda", NumberKind::measured, code.device, driver, "", ""}};
  // A build without CUDA knows no limits of this machine's GPU.
  if (gpu || !here.cuda_available) return resources_on(gpu ? *gpu : kGpuModels[0], request, launch, kernel);
  LaunchResources found = resources_on(this_gpu(here), request, launch, kernel);
  found.blocks_per_sm_by_cuda = code.blocks_per_sm;
  return found;
}

}  // namespace lanescope
