#include <type_traits>

#include "engine/cuda/check.cuh"
#include "engine/cuda/limit_kernels.cuh"
#include "engine/workload/ops.h"

namespace lanescope {

namespace {

template <int kLoads>
__global__ void read_words(const uint4* words, size_t count, unsigned* sink) {
  const size_t stride = size_t{gridDim.x} * blockDim.x;
  size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned seen = 0;
  for (; i + (kLoads - 1) * stride < count; i += kLoads * stride) {
    uint4 loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) loaded[k] = words[i + k * stride];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) seen ^= loaded[k].x ^ loaded[k].y ^ loaded[k].z ^ loaded[k].w;
  }
  for (; i < count; i += stride) seen ^= words[i].x ^ words[i].y ^ words[i].z ^ words[i].w;
  if (seen == 0x9e3779b9 && sink) *sink = seen;
}

/// `sink` is null: the compiler cannot know that, so it keeps the chains.
template <class T, unsigned kChains>
__global__ void multiply_and_add(T factor, T summand, T* sink) {
  T value[kChains];
#pragma unroll
  for (unsigned chain = 0; chain < kChains; ++chain) value[chain] = static_cast<T>(threadIdx.x + chain);
#pragma unroll 16
  for (unsigned round = 0; round < kMultiplyAdds; ++round) {
#pragma unroll
    for (unsigned chain = 0; chain < kChains; ++chain) value[chain] = value[chain] * factor + summand;
  }
  T sum = 0;
#pragma unroll
  for (unsigned chain = 0; chain < kChains; ++chain) sum += value[chain];
  if (sink) sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class T, unsigned kChains>
void launch(const ComputeLimit& limit, cudaStream_t stream) {
  // Towards a finite number, so that no unit meets infinities or denormals.
  const T factor = std::is_integral_v<T> ? T(3) : T(0.5), summand = T(1);
  multiply_and_add<T, kChains>
      <<<static_cast<unsigned>(limit.grid_dim), limit.block_dim, 0, stream>>>(factor, summand, nullptr);
  check_launch("launching the multiply-adds");
}

/// Integers wrap, which only unsigned ones may.
template <class T>
void launch_chains(const ComputeLimit& limit, cudaStream_t stream) {
  using Value = std::conditional_t<std::is_integral_v<T>, unsigned, T>;
  if (limit.chains == 4) {
    launch<Value, 4>(limit, stream);
  } else {
    launch<Value, 8>(limit, stream);
  }
}

}  // namespace

void launch_read(const uint4* words, std::size_t count, unsigned* sink, std::uint64_t grid_dim, unsigned block_dim,
                 unsigned loads, cudaStream_t stream) {
  const auto entry = loads >= 8 ? &read_words<8> : loads >= 4 ? &read_words<4> : &read_words<1>;
  entry<<<static_cast<unsigned>(grid_dim), block_dim, 0, stream>>>(words, count, sink);
  check_launch("launching the reading kernel");
}

void launch_multiply_adds(const ComputeLimit& limit, cudaStream_t stream) {
  with_type(limit.type, [&]<class T>(TypeTag<T>) {
    if constexpr (std::is_arithmetic_v<T>) launch_chains<T>(limit, stream);
  });
}

}  // namespace lanescope
