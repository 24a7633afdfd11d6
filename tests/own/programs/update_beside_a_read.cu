// finding: race 6 7
#include <cstdio>
__global__ void k(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) { s = 0; } __syncwarp();
  if (threadIdx.x < 31) atomicAdd(&s, 1);
  if (threadIdx.x == 31) out[0] = s;
}
int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  return 0;
}
