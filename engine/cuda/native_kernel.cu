#include "engine/request/catalogue.h"
#include "engine/base/error.h"
#include "engine/workload/workload.h"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_kernel.cuh"

namespace lanescope {

const void* entry_of_launch(const RunRequest& request, const LaunchConfig& launch) {
  const void* entry = has_array_result(launch.workload)
                          ? native_array_entry(request.kernel, request.type, launch)
                          : native_entry(request.kernel, request.op, request.type, launch);
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
  Pass pass = arrays_.passes()[index];
  if (has_array_result(pass.launch.workload))
    return queue_arrays(array_arguments(pass, type_), pass.launch, stream);
  std::size_t n = pass.launch.n;
  unsigned coarse_factor = pass.launch.coarse_factor;
  void* arguments[] = {&pass.input, &pass.output, &n, &coarse_factor};
  launch_entry(entry_, pass.launch, type_, pass.launch.grid_dim, arguments, stream);
}

/// In the order of the entry's parameters.
void NativeKernel::queue_arrays(ArrayArguments arrays, const LaunchConfig& launch, cudaStream_t stream) const {
  std::vector<void*> arguments;
  for (std::size_t i = 0; i < arrays_of(launch, element_bytes(type_)).inputs.size(); ++i)
    arguments.push_back(&arrays.inputs[i]);
  arguments.push_back(&arrays.output);
  auto& sizes = arrays.sizes;
  if (launch.workload == Workload::matrix_product) {
    arguments.insert(arguments.end(), {&sizes.rows, &sizes.inner, &sizes.columns});
  } else {
    arguments.insert(arguments.end(), {&sizes.n, &sizes.coarse_factor});  // the latter unused where it is known
  }
  launch_grid(entry_, launch, type_, arguments.data(), stream);
}

}  // namespace lanescope
