// Stands in for the CUDA back end where the program was built without nvcc.
#include "engine/base/error.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/cuda_bench.h"

namespace lanescope {

const CudaDevice& cuda_device() {
  static const CudaDevice none = [] {
    CudaDevice device;
    device.reason = Sentence(
        "this program was built without CUDA (no nvcc or no GPU was found), so only the emulator is available.");
    return device;
  }();
  return none;
}

void require_gpu() {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

void require_gpu_memory(const RunRequest&, const LaunchConfig&) {
  require_gpu();
}

CudaResources cuda_resources(const RunRequest&, const LaunchConfig&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

CudaRun cuda_run(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

std::vector<double> cuda_results(const RunRequest&, const LaunchConfig&, const Input&, unsigned, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

std::vector<TracedLaunch> cuda_record(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

struct CudaBench::Bench {};
CudaBench::CudaBench(const Input&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}
CudaBench::~CudaBench() = default;
Trial CudaBench::try_once(const RunRequest&, const LaunchConfig&) {
  return {};
}
BenchTimes CudaBench::time(const RunRequest&, const LaunchConfig&, double, const BenchEffort&) {
  return {};
}
ReadLimit CudaBench::read_limit(const BenchEffort&) {
  return {};
}

ComputeLimit cuda_compute_limit(ElementType, const BenchEffort&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

RecordingCost cuda_recording_cost(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  throw Error(ErrorKind::unavailable, cuda_device().reason);
}

}  // namespace lanescope
