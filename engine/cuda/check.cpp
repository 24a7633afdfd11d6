#include "engine/cuda/check.cuh"

#include <cstdio>

#include "engine/base/error.h"
#include "engine/machine/gpu_health.h"

namespace lanescope {

void check(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return;
  const GpuError error{cudaGetErrorName(status), cudaGetErrorString(status), doing};
  cudaGetLastError();  // an error that stays noted would be blamed on the next launch
  GpuVerdict verdict = verdict_of(error.name);
  // A context that broke off answers everything with an error, also after one that has no name for it.
  if (verdict == GpuVerdict::failed && cudaDeviceSynchronize() != cudaSuccess) verdict = GpuVerdict::lost;
  if (verdict == GpuVerdict::lost) gpu_health().lose(error);
  throw Error(verdict == GpuVerdict::unusable ? ErrorKind::unavailable : ErrorKind::failed,
              sentence_of(error, verdict));
}

void check_noexcept(cudaError_t status, const char* doing) noexcept {
  // The runtime is already gone when static objects are destroyed; then so is the memory. So it is with a lost GPU,
  // whose user has been told.
  if (status == cudaSuccess || status == cudaErrorCudartUnloading) return;
  cudaGetLastError();
  if (gpu_health().lost()) return;
  std::fprintf(stderr, "CUDA failed while %s: %s.\n", doing, cudaGetErrorString(status));
}

}  // namespace lanescope
