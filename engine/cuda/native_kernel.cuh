// The native build of one kernel over one set of arrays: what makes one result of the input and nothing else, which
// is the kernel and its launches on partial sums, or the library's call.
#pragma once

#include <optional>
#include <vector>

#include "engine/cuda/cub_reduce.cuh"
#include "engine/cuda/device_arrays.cuh"

namespace lanescope {

/// The compiled entry of a launch. Throws Error(usage) where the kernel does not run on a GPU, or is a library.
const void* entry_of_launch(const RunRequest& request, const LaunchConfig& launch);

class NativeKernel {
 public:
  /// `arrays` must live as long. Throws Error(usage) where the kernel does not run on a GPU.
  NativeKernel(const RunRequest& request, const DeviceArrays& arrays);

  /// Queues the launches. What the host combines must still be fetched.
  void queue(cudaStream_t stream = nullptr) const;

  /// Queues one of them, by its place among the passes of the arrays. Not of a library.
  void queue_launch(std::size_t index, cudaStream_t stream = nullptr) const;

 private:
  const DeviceArrays& arrays_;
  const ElementType type_;
  std::vector<const void*> entries_;  // of each pass; none of a library
  std::optional<CubReduce> cub_;
};

}  // namespace lanescope
