// expect: 128 64
#include <cstdio>
__device__ int all;
__global__ void zero() { all = 0; }
__global__ void k(const int* in, int* out) {
  __shared__ int some;
  if (threadIdx.x == 0) some = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) atomicAdd(&some, 1);
  if (in[threadIdx.x] > 0) atomicAdd(&all, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = some;
}
int main() {
  const int n = 64;
  int *in, *out, h[n], sum[2], total;
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof sum);
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  zero<<<1, 1>>>();
  k<<<2, 64>>>(in, out);
  cudaMemcpy(sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&total, all, sizeof total);
  printf("%d %d\n", total, sum[1]);
  return 0;
}
