// One access is here, and one in a header beside.
#include <cstdio>

#include "mistakes.cuh"

__global__ void shift(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = left_of(s);
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  shift<<<1, 64>>>(out);
  cudaFree(out);
}
