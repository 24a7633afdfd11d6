#include "engine/core/catalogue.h"
#include "engine/core/error.h"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_kernel.cuh"

namespace lanescope {

NativeKernel::NativeKernel(const RunRequest& request, const LaunchConfig& launch, const DeviceArrays& arrays)
    : arrays_(arrays), type_(request.type) {
  if (kernel_info(request.kernel).is_library) {
    const Pass& pass = arrays.passes()[0];
    cub_.emplace(request.op, request.type, pass.input, pass.output, launch.n);
    return;
  }
  entry_ = native_entry(request.kernel, request.op, request.type, launch);
  if (!entry_) throw Error(ErrorKind::usage, "Kernel '" + request.kernel + "' does not run on a GPU.");
}

void NativeKernel::queue(cudaStream_t stream) const {
  if (cub_) return cub_->queue(stream);
  for (Pass pass : arrays_.passes()) {
    std::size_t n = pass.launch.n;
    unsigned coarse_factor = pass.launch.coarse_factor;
    void* arguments[] = {&pass.input, &pass.output, &n, &coarse_factor};
    launch_entry(entry_, pass.launch, type_, pass.launch.grid_dim, arguments, stream);
  }
}

}  // namespace lanescope
