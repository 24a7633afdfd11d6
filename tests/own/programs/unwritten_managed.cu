// finding: uninitialised 5
// Managed memory that neither the host nor a kernel has written.
#include <cstdio>
__global__ void add(const float* a, float* b, int n) {
  if (threadIdx.x < n) b[threadIdx.x] = a[threadIdx.x] + 1;
}
int main() {
  float *a, *b;
  cudaMallocManaged(&a, 64 * sizeof(float));
  cudaMallocManaged(&b, 64 * sizeof(float));
  for (int i = 0; i < 32; ++i) a[i] = i;
  add<<<1, 64>>>(a, b, 64);
  cudaDeviceSynchronize();
  printf("%g\n", b[0]);
}
