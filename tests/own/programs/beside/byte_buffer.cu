#include <cstdio>

// Words in an array of bytes.
__global__ void k(int* out) {
  __shared__ unsigned char __align__(8) buffer[64 * sizeof(int)];
  int* words = reinterpret_cast<int*>(buffer);
  words[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = words[threadIdx.x ^ 32];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
}
