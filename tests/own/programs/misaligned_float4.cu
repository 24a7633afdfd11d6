// finding: misaligned 6
// n: 256
#include <cstdio>
__global__ void k(const float* in, float* out, int n) {
  const float4* fours = reinterpret_cast<const float4*>(in + 2);
  float4 v = fours[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
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
