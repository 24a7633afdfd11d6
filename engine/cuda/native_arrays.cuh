// The native build of workloads whose result is an array: entries with the parameters of their plain CUDA listing.
#pragma once

#include "engine/cuda/native_cta.cuh"
#include "kernels/call.h"

namespace lanescope {

/// A block that may be a square of threads.
struct NativeSquareCta : NativeCta<true> {
  __device__ unsigned thread_x() const { return threadIdx.x; }
  __device__ unsigned thread_y() const { return threadIdx.y; }
  __device__ unsigned block_x() const { return blockIdx.x; }
  __device__ unsigned block_y() const { return blockIdx.y; }
  __device__ unsigned size_x() const { return blockDim.x; }
};

/// Kernels with one input array, two, or three, and one output array.
template <class Kernel, class T>
__global__ void from_one(T* input, T* output, size_t n, unsigned coarse_factor) {
  Kernel{}(NativeSquareCta{}, input, output, n, coarse_factor);
}

template <class Kernel, class T>
__global__ void from_two(T* a, T* b, T* output, size_t n, unsigned coarse_factor) {
  Kernel{}(NativeSquareCta{}, a, b, output, n, coarse_factor);
}

template <class Kernel, class T>
__global__ void from_three(T* a, T* b, T* c, T* output, size_t n, unsigned coarse_factor) {
  Kernel{}(NativeSquareCta{}, a, b, c, output, n, coarse_factor);
}

/// COARSE_FACTOR is known here, so that a thread's arrays stay in registers.
template <class Kernel, class T, unsigned kCoarseFactor>
__global__ void from_one_by(T* input, T* output, size_t n) {
  Kernel{}(NativeSquareCta{}, input, output, n, kCoarseFactor);
}

template <class Kernel, class T, unsigned kCoarseFactor>
__global__ void multiply_matrices(T* m, T* n, T* p, unsigned rows, unsigned inner, unsigned columns) {
  Kernel{}(NativeSquareCta{}, m, n, p, rows, inner, columns, kCoarseFactor);
}

}  // namespace lanescope
