// Stands in for the CUDA back end where the program was built without nvcc.
#include "engine/core/error.h"
#include "engine/cuda/cuda_backend.h"

namespace lanescope {

const CudaDevice& cuda_device() {
  static const CudaDevice none = [] {
    CudaDevice device;
    device.reason = "this program was built without CUDA (no nvcc was found), so only the emulator is available.";
    return device;
  }();
  return none;
}

void require_gpu() { throw Error(ErrorKind::unavailable, cuda_device().reason); }

void require_gpu_memory(const RunRequest&, const LaunchConfig&) { require_gpu(); }

CudaRun cuda_run(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

Trace cuda_record(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

}  // namespace lanescope
