// finding: misaligned 8
// n: 256
#include <cstdio>
__global__ void k(const float* in, float* out, int n) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < 256; i += 32) s[i] = i;
  __syncthreads();
  int4 v = *reinterpret_cast<int4*>(s + 4 * threadIdx.x + 1);
  out[threadIdx.x] = in[0] + v.x + v.w;
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
