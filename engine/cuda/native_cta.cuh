// A kernel as it runs at full speed: the block is the hardware's, arrays are pointers, and nothing is recorded. The
// machine code is that of the plain CUDA listing, byte for byte; tests/zero_cost compares it.
#pragma once

#include <type_traits>

#include "engine/cuda/chain.cuh"
#include "engine/cuda/chain_place.cuh"
#include "engine/cuda/hand_over.cuh"
#include "engine/cuda/last_block.cuh"
#include "engine/cuda/point_shuffle.cuh"
#include "kernels/vocabulary.h"

namespace lanescope {

/// `kStores`: a block hands its result over as a partial sum of its own, not by an atomic update. `kBlockDim`: the
/// block's size, or 0 where only the launch says it.
template <bool kStores, unsigned kBlockDim = 0>
struct NativeCta {
  __device__ unsigned thread() const { return threadIdx.x; }
  __device__ unsigned block() const { return blockIdx.x; }
  __device__ unsigned size() const {
    if constexpr (kBlockDim > 0) return kBlockDim;
    return blockDim.x;
  }
  __device__ unsigned grid() const { return gridDim.x; }

  __device__ unsigned thread_x() const { return threadIdx.x; }
  __device__ unsigned thread_y() const { return threadIdx.y; }
  __device__ unsigned block_x() const { return blockIdx.x; }
  __device__ unsigned block_y() const { return blockIdx.y; }
  __device__ unsigned size_x() const { return blockDim.x; }

  __device__ void sync() const { __syncthreads(); }
  __device__ void sync_warp() const { __syncwarp(); }
  /// By value the bool would become a byte on its way, and the machine code differ from that of the plain `if`.
  __device__ bool step(Phase, unsigned, const bool& active = true) const { return active; }

  __device__ void skip_steps(unsigned) const {}

  template <class T>
  __device__ T* shared(unsigned) const {
    // One array for all types: an `extern` name can have only one.
    extern __shared__ __align__(16) unsigned char shared_memory[];
    return reinterpret_cast<T*>(shared_memory);
  }

  template <class T>
  __device__ T shuffle_down(unsigned lanes, T value, unsigned offset, unsigned width) const {
    if constexpr (std::is_same_v<T, Point>) {
      return lanescope::shuffle_down(lanes, value, offset, width);
    } else {
      return __shfl_down_sync(lanes, value, offset, width);
    }
  }

  template <class T>
  __device__ void combine(auto op, T* output, T value) const {
    if constexpr (kStores) {
      output[blockIdx.x] = value;
    } else {
      op.combine(output, value);
    }
  }

  template <class T>
  __device__ void atomic_add(T* array, unsigned index, const std::type_identity_t<T>& value) const {
    atomicAdd(&array[index], value);
  }

  /// Where the hardware combines the integers of a warp by one instruction, so does this.
  template <class T>
  __device__ T reduce_warp(auto op, T value, unsigned lanes, unsigned width) const {
    if constexpr (requires { op.reduce_warp(lanes, value); }) {
      return op.reduce_warp(lanes, value);
    } else {
      for (unsigned offset = width / 2; offset >= 1; offset /= 2)
        value = op(value, shuffle_down(lanes, value, offset, width));
      return value;
    }
  }

  template <class T>
  __device__ void publish(T*, const T& value) const {
    ::publish(value);
  }

  template <class T>
  __device__ T collect(T*, unsigned block) const {
    return ::collect<T>(block);
  }

  __device__ unsigned place_in_chain() const { return ::place_in_chain(); }
  template <class T>
  __device__ void pass_on(T* sums, unsigned place, const std::type_identity_t<T>& sum) const {
    ::pass_on(sums, place, sum);
  }
  template <class T>
  __device__ T wait_for(T* sums, unsigned place) const {
    return ::wait_for(sums, place);
  }

  __device__ bool is_last_block() const { return ::is_last_block(); }
};

static_assert(BlockOfThreads<NativeCta<true>, int*, AnyOperator<int>>);
static_assert(BlockOfThreads<NativeCta<false, 256>, double*, AnyOperator<double>>);

}  // namespace lanescope
