// The host goes on behind managed memory that a kernel was given.
// finding: bounds 18
#include <cstdio>

__global__ void scale(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

int main() {
  const int n = 1024;
  float* values;
  cudaMallocManaged(&values, n * sizeof(float));
  for (int i = 0; i < n; ++i) values[i] = 1;
  scale<<<4, 256>>>(values, n);
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i <= n; ++i) sum += values[i];
  printf("%g\n", sum);
}
