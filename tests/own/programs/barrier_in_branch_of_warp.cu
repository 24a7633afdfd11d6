// finding: barrier 8
// n: 256
#include <cstdio>
__global__ void k(const float* in, float* out, int n) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + n;
}
int main() {
  const int n = 256;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  cudaMemset(out, 0, n * sizeof(float));
  k<<<1, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  return 0;
}
