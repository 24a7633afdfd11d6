#include <cstdio>
#include <string>

#include "engine/core/error.h"
#include "engine/cuda/check.cuh"

namespace lanescope {

namespace {

/// What the user can do about an error; empty where nothing better is known than the error itself.
std::string advice_for(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return " The GPU has too little free memory: choose a smaller --n.";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return " This build holds no code for this GPU: rebuild on this machine, or with "
             "-DLANESCOPE_CUDA_ARCHITECTURES set to it.";
    case cudaErrorInsufficientDriver:
      return " Update the NVIDIA driver.";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorHardwareStackError:
      return " The kernel broke off: no GPU run is possible until a restart.";
    case cudaErrorLaunchTimeout:
      return " The kernel outlasted the display's time limit: choose a smaller --n.";
    case cudaErrorDevicesUnavailable:
      return " Another program holds the GPU for itself.";
    default:
      return "";
  }
}

std::string sentence(cudaError_t status, const char* doing) {
  return std::string("CUDA failed while ") + doing + ": " + cudaGetErrorString(status) + " (" +
         cudaGetErrorName(status) + ")." + advice_for(status);
}

}  // namespace

void check(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return;
  const std::string message = sentence(status, doing);
  cudaGetLastError();  // an error that stays noted would be blamed on the next launch
  const bool no_gpu = status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ||
                      status == cudaErrorNoKernelImageForDevice || status == cudaErrorUnsupportedPtxVersion;
  throw Error(no_gpu ? ErrorKind::unavailable : ErrorKind::failed, message);
}

void check_noexcept(cudaError_t status, const char* doing) noexcept {
  // The runtime is already gone when static objects are destroyed; then so is the memory.
  if (status == cudaSuccess || status == cudaErrorCudartUnloading) return;
  std::fprintf(stderr, "CUDA failed while %s: %s.\n", doing, cudaGetErrorString(status));
  cudaGetLastError();
}

}  // namespace lanescope
