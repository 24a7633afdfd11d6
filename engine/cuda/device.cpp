// Which GPU there is, or why there is none.
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <string>

#include "engine/base/error.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/entries.cuh"
#include "engine/machine/gpu_health.h"

namespace lanescope {

namespace {

/// The driver's version as nvidia-smi shows it, from the management library that comes with it; empty without.
std::string driver_release() {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_LAZY);
  if (!library) return "";
  std::string release;
  const auto initialise = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
  const auto ask = reinterpret_cast<int (*)(char*, unsigned)>(dlsym(library, "nvmlSystemGetDriverVersion"));
  const auto shut_down = reinterpret_cast<int (*)()>(dlsym(library, "nvmlShutdown"));
  char text[96] = "";
  if (initialise && ask && shut_down && initialise() == 0) {
    if (ask(text, sizeof(text)) == 0) release = text;
    shut_down();
  }
  dlclose(library);
  return release;
}

std::string cuda_version_of_driver() {
  int version = 0;
  if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0) return "";
  return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Sentence reason_of(cudaError_t status) {
  switch (status) {
    case cudaErrorNoDevice:
      return Sentence("this machine has no NVIDIA GPU that CUDA can use.");
    case cudaErrorInsufficientDriver:
      return cuda_version_of_driver().empty()
                 ? Sentence("no NVIDIA driver is installed.")
                 : Sentence("the NVIDIA driver is too old for this program (it supports {}).",
                            cuda_version_of_driver());
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorInvalidDeviceFunction:
      return Sentence(
          "this program has no code for this GPU; rebuild it on this machine, or with "
          "-DLANESCOPE_CUDA_ARCHITECTURES set.");
    default:
      return Sentence("CUDA reports: {}.", cudaGetErrorString(status));
  }
}

cudaError_t look_up(CudaDevice& device) {
  int count = 0;
  if (const auto status = cudaGetDeviceCount(&count); status != cudaSuccess) return status;
  if (count == 0) return cudaErrorNoDevice;
  cudaDeviceProp properties;
  if (const auto status = cudaGetDeviceProperties(&properties, 0); status != cudaSuccess) return status;
  cudaFuncAttributes attributes;
  const void* entry = native_entry(Op::sum, ElementType::float32, LaunchConfig{.entry = "convergent_shared"});
  if (const auto status = cudaFuncGetAttributes(&attributes, entry); status != cudaSuccess) return status;
  device.available = true;
  device.name = properties.name;
  device.sm_count = properties.multiProcessorCount;
  device.threads_per_sm = properties.maxThreadsPerMultiProcessor;
  const auto of = [](auto value) { return static_cast<unsigned>(value); };
  device.limits = {of(properties.multiProcessorCount),        of(properties.maxThreadsPerMultiProcessor),
                   of(properties.maxBlocksPerMultiProcessor), properties.sharedMemPerMultiprocessor,
                   properties.reservedSharedMemPerBlock,      of(properties.regsPerMultiprocessor),
                   properties.major < 8 ? 256u : 128u};
  device.driver = driver_release();
  if (device.driver.empty()) device.driver = cuda_version_of_driver();
  return cudaSuccess;
}

}  // namespace

const CudaDevice& cuda_device() {
  static const CudaDevice device = [] {
    CudaDevice found;
    if (const auto status = look_up(found); status != cudaSuccess) {
      found.reason = reason_of(status);
      cudaGetLastError();
    }
    return found;
  }();
  return device;
}

void require_gpu() {
  const auto refuse = [](const Sentence& reason) { throw Error(ErrorKind::unavailable, reason); };
  if (!cuda_device().available) refuse(cuda_device().reason);
  if (const auto loss = gpu_health().loss(); !loss.empty()) refuse(loss);
}

}  // namespace lanescope
