// expect: PASSED
#include <stdio.h>
__global__ void copy_vec4(int* in, int* out, int N) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < N / 4; i += blockDim.x * gridDim.x) reinterpret_cast<int4*>(out)[i] = reinterpret_cast<int4*>(in)[i];
  int remainder = N % 4;
  if (idx == N / 4 && remainder != 0) while (remainder) { int i = N - remainder--; out[i] = in[i]; }
}
__global__ void saxpy2(float a, const float2* x, float2* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float2 xv = __ldg(&x[i]), yv = y[i]; yv.x = fmaf(a, xv.x, yv.x); yv.y = fmaf(a, xv.y, yv.y); y[i] = yv; }
}
int main() {
  const int N = 1003; int h[N], r[N]; for (int i = 0; i < N; i++) h[i] = i * 3;
  int *a, *b; cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h); cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  copy_vec4<<<2, 128>>>(a, b, N); cudaMemcpy(r, b, sizeof h, cudaMemcpyDeviceToHost);
  int bad = 0; for (int i = 0; i < N; i++) bad += r[i] != h[i];
  float fx[512], fy[512]; for (int i = 0; i < 512; i++) { fx[i] = i; fy[i] = 1; }
  float *x, *y; cudaMalloc(&x, sizeof fx); cudaMalloc(&y, sizeof fy); cudaMemcpy(x, fx, sizeof fx, cudaMemcpyHostToDevice); cudaMemcpy(y, fy, sizeof fy, cudaMemcpyHostToDevice);
  saxpy2<<<4, 64>>>(2.0f, (float2*)x, (float2*)y, 256); cudaMemcpy(fy, y, sizeof fy, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 512; i++) bad += fy[i] != 2.0f * i + 1;
  printf("%s\n", bad ? "FAILED" : "PASSED");
}
