// finding: bounds 10
// The last row of one shared array ends where another one begins, on a GPU.
#include <cstdio>
__global__ void multiply(float* numbers) {
  __shared__ float left[16][16];
  __shared__ float right[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  left[y][x] = right[y][x] = numbers[y * 16 + x];
  __syncthreads();
  numbers[y * 16 + x] = left[y][x] * right[x][y + 1];
}
int main() {
  float* numbers;
  cudaMalloc(&numbers, 256 * sizeof(float));
  cudaMemset(numbers, 0, 256 * sizeof(float));
  multiply<<<1, dim3(16, 16)>>>(numbers);
  cudaDeviceSynchronize();
}
