#include "engine/base/error.h"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_kernel.cuh"
#include "engine/request/catalogue.h"

namespace lanescope {

const void* entry_of_launch(const RunRequest& request, const LaunchConfig& launch) {
  const void* entry = native_entry(request.kernel, request.op, request.type, launch);
  if (!entry) throw Error(ErrorKind::usage, "Kernel '" + request.kernel + "' does not run on a GPU.");
  return entry;
}

NativeKernel::NativeKernel(const RunRequest& request, const LaunchConfig& launch, const DeviceArrays& arrays)
    : arrays_(arrays), type_(request.type) {
  if (kernel_info(request.kernel).is_library) {
    const Pass& pass = arrays.passes()[0];
    cub_.emplace(request.op, request.type, pass.input, pass.output, launch.n);
    return;
  }
  entry_ = entry_of_launch(request, launch);
}

void NativeKernel::queue(cudaStream_t stream) const {
  if (cub_) return cub_->queue(stream);
  for (std::size_t i = 0; i < arrays_.passes().size(); ++i) queue_launch(i, stream);
}

void NativeKernel::queue_launch(std::size_t index, cudaStream_t stream) const {
  const Pass& pass = arrays_.passes()[index];
  launch_native(entry_, pass.launch, type_, arguments_of(pass, type_), stream);
}

}  // namespace lanescope
