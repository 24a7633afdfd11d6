// What the driver says of a kernel's machine code, and how many of its blocks CUDA expects on an SM.
#include "engine/base/error.h"
#include "engine/cuda/check.cuh"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/native_kernel.cuh"
#include "engine/request/catalogue.h"

namespace lanescope {

CudaResources cuda_resources(const RunRequest& request, const LaunchConfig& launch) {
  require_gpu();
  const void* entry = entry_of_launch(request, launch);
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, entry), "asking what a kernel needs");
  int blocks = 0;
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * element_bytes(request.type);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, entry, static_cast<int>(launch.block_dim),
                                                      shared_bytes),
        "asking how many blocks fit on an SM");
  CudaResources found;
  found.kernel = {static_cast<unsigned>(attributes.numRegs), attributes.sharedSizeBytes, attributes.localSizeBytes};
  found.blocks_per_sm = static_cast<unsigned>(blocks);
  return found;
}

}  // namespace lanescope
