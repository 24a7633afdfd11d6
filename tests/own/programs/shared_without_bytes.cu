// finding: bounds 6
// The launch forgets how many bytes of shared memory its blocks have.
#include <cstdio>
__global__ void turn(float* numbers) {
  extern __shared__ float copies[];
  copies[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  numbers[threadIdx.x] = copies[blockDim.x - 1 - threadIdx.x];
}
__global__ void other(float* numbers) {
  extern __shared__ float sums[];
  sums[threadIdx.x] = numbers[threadIdx.x];
}
int main() {
  float* numbers;
  cudaMalloc(&numbers, 64 * sizeof(float));
  cudaMemset(numbers, 0, 64 * sizeof(float));
  other<<<1, 64, 64 * sizeof(float)>>>(numbers);
  turn<<<1, 64>>>(numbers);
  cudaDeviceSynchronize();
}
