// finding: race 7 9
// finding: race 8 10
#include <cstdio>
__device__ int all;
__global__ void k(const int* in, int n) {
  __shared__ int some;
  if (threadIdx.x == 0) some = 0;
  if (threadIdx.x == 0 && blockIdx.x == 0) all = 0;
  if (in[threadIdx.x] > 0) atomicAdd(&some, 1);
  if (in[threadIdx.x] > 0) atomicAdd(&all, 1);
}
int main() {
  const int n = 64;
  int *in, h[n];
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  k<<<2, 64>>>(in, n);
  cudaDeviceSynchronize();
  return 0;
}
