// finding: uninitialised 7
// What the host copies to the device without having written it, is as unwritten there.
#include <cstdio>
#include <cstdlib>
__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 1000, filled = 900;
  float *a, *b, *c;
  auto* in = static_cast<float*>(malloc(n * sizeof(float)));
  float* ones = new float[n];
  for (int i = 0; i < n; ++i) ones[i] = 1;
  for (int i = 0; i < filled; ++i) in[i] = 1;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, ones, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, in, n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<4, 256>>>(a, b, c, n);
  cudaMemcpy(in, c, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", in[0]);
}
