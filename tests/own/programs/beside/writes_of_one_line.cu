// Rows of a block, and blocks of a grid, that write the same elements in one line.
// finding: race 9 9
// finding: race 13 13
#include <cstdio>

__global__ void rows_of_threads(int* a) {
  // The rows of a block write the same elements.
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  a[x] = a[x] * 2 + threadIdx.y;
}

__global__ void rows_of_blocks(int* a) {
  a[threadIdx.x] += blockIdx.y + 1;
}

int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  rows_of_threads<<<4, dim3(16, 16)>>>(a);
  rows_of_blocks<<<dim3(1, 2), 32>>>(a);
  cudaDeviceSynchronize();
  return 0;
}
