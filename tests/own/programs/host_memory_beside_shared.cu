// finding: bounds 10
// A pointer of malloc(), which may lie near to where the emulator has the block's shared memory.
#include <cstdio>
#include <cstdlib>

__global__ void k(const int* in, int* out) {
  __shared__ int part[32];
  part[threadIdx.x] = threadIdx.x;
  printf("part[%d]\n", part[threadIdx.x]);
  part[threadIdx.x] += in[threadIdx.x];
  out[threadIdx.x] = part[threadIdx.x];
}

int main() {
  int *in = (int*)malloc(32 * sizeof(int)), *out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize();
}
