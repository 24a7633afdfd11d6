// finding: misaligned 6
// n: 256
#include <cstdio>
__global__ void k(const float* in, float* out, int n) {
  int2* pairs = reinterpret_cast<int2*>(out + 3);
  pairs[threadIdx.x] = make_int2(n, 1);
  out[0] = in[0];
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
