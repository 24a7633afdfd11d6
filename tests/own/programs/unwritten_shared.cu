// finding: uninitialised 5
#include <cstdio>
__global__ void k(const int* in, int* out, int n) {
  __shared__ int bins[8];
  atomicAdd(&bins[in[threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
int main() {
  const int n = 64;
  int *in, *out, h[n], o[n] = {};
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  k<<<1, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaMemcpy(o, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", o[0], o[1], o[n - 1]);
  return 0;
}
