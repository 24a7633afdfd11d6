// finding: bounds 7
#include <cstdio>

static float scale = 3;
__device__ float offset = 1;

__global__ void apply(float* a) { a[threadIdx.x] = scale * threadIdx.x + offset; }

int main() {
  float* a;
  cudaMalloc(&a, 32 * sizeof(float));
  scale = 4;
  apply<<<1, 32>>>(a);
  printf("%d\n", cudaDeviceSynchronize());
}
