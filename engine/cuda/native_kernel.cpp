#include "engine/cuda/native_kernel.cuh"

#include "engine/base/error.h"
#include "engine/cuda/entries.cuh"
#include "engine/request/catalogue.h"

namespace lanescope {

const void* entry_of_launch(const RunRequest& request, const LaunchConfig& launch) {
  const void* entry = native_entry(request.op, request.type, launch);
  if (!entry) throw Error(ErrorKind::usage, "Kernel '" + request.kernel + "' does not run on a GPU.");
  return entry;
}

NativeKernel::NativeKernel(const RunRequest& request, const DeviceArrays& arrays)
    : arrays_(arrays), type_(request.type) {
  if (kernel_info(request.kernel).is_library) {
    const Pass& pass = arrays.passes()[0];
    cub_.emplace(request.op, request.type, pass.inputs[0], pass.outputs[0], pass.launch.n);
    return;
  }
  for (const Pass& pass : arrays.passes()) entries_.push_back(entry_of_launch(request, pass.launch));
}

void NativeKernel::queue(cudaStream_t stream) const {
  if (cub_) return cub_->queue(stream);
  for (std::size_t i = 0; i < arrays_.passes().size(); ++i) queue_launch(i, stream);
}

void NativeKernel::queue_launch(std::size_t index, cudaStream_t stream) const {
  const Pass& pass = arrays_.passes()[index];
  launch_native(entries_[index], pass.launch, type_, arguments_of(pass), stream);
}

}  // namespace lanescope
