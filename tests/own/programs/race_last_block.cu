// finding: race 10 16
// finding: race 10 17
#include <cstdio>
__device__ unsigned arrived;
__global__ void k(const int* in, int* out, int n) {
  __shared__ bool last;
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += in[8 * blockIdx.x + i];
  if (threadIdx.x == 0) {
    out[blockIdx.x] = sum;
    last = atomicAdd(&arrived, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += out[i];
    out[0] = total;
  }
}
int main() {
  const int n = 64;
  int *in, *out, h[n], o[n] = {};
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  k<<<8, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaMemcpy(o, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", o[0], o[1], o[n - 1]);
  return 0;
}
