// CUDA's own min() and max() may be declared, and nobody defines them.
// expect: 3 9 2 7
#include <cstdio>

int min(int, int);
__device__ __host__ int max(int a, int b);

__global__ void clamp(int* values, int low, int high) {
  values[threadIdx.x] = max(low, min(values[threadIdx.x], high));
}

int main() {
  int* values;
  cudaMallocManaged(&values, 2 * sizeof(int));
  values[0] = 1;
  values[1] = 12;
  clamp<<<1, 2>>>(values, 3, 9);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", values[0], values[1], min(2, 7), max(2, 7));
  cudaFree(values);
}
