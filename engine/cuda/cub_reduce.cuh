// cub::DeviceReduce as one call that can be queued again and again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/cuda/device_buffer.cuh"
#include "engine/request/request.h"

namespace lanescope {

class CubReduce {
 public:
  /// `n` elements of `input` become one of `output`, both on the GPU. Allocates the temporary storage, so that
  /// queue() does nothing but launch.
  CubReduce(Op op, ElementType type, const void* input, void* output, std::uint64_t n);

  void queue(cudaStream_t stream = nullptr) const;

 private:
  using Call = cudaError_t (*)(void* storage, std::size_t& storage_bytes, const void* input, void* output,
                               std::uint64_t n, cudaStream_t stream);
  Call call_;
  const void* input_;
  void* output_;
  std::uint64_t n_;
  DeviceBuffer<std::byte> storage_;
};

}  // namespace lanescope
