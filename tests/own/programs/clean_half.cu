// expect: PASSED
#include <cuda_fp16.h>
#include <cstdio>
#include <cmath>
__global__ void haxpy(int n, half a, const half* x, half* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(a, x[i], y[i]);
}
__global__ void haxpy2(int n, half a, const half2* x, half2* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  half2 a2 = __half2half2(a);
  if (i < n / 2) y[i] = __hfma2(a2, x[i], y[i]);
}
__global__ void toHalf(const float* in, half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}
int main() {
  const int n = 1024;
  float h[n];
  half *x, *y; float* f;
  cudaMalloc(&x, n * sizeof(half)); cudaMalloc(&y, n * sizeof(half)); cudaMalloc(&f, n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = i % 16;
  cudaMemcpy(f, h, sizeof(h), cudaMemcpyHostToDevice);
  toHalf<<<4, 256>>>(f, x, n);
  toHalf<<<4, 256>>>(f, y, n);
  haxpy<<<4, 256>>>(n, __float2half(2.0f), x, y);
  haxpy2<<<2, 256>>>(n, __float2half(0.5f), (half2*)x, (half2*)y);
  half r[n];
  cudaMemcpy(r, y, n * sizeof(half), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < n; i++) ok &= fabsf(__half2float(r[i]) - 3.5f * (i % 16)) < 1e-2f;
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
