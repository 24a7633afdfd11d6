// Of programs whose mistakes are in a header.
#pragma once

template <class T>
__device__ T left_of(const T* s) {
  return s[(threadIdx.x + 63) % 64];
}

__device__ inline void wait_here() {
  __syncthreads();
}

__device__ inline void store(int* out, int i) {
  out[i] = i;
}
