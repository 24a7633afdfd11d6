// A kernel launches kernels: each runs when the launch before it has ended, with all that that launched.
// expect: sum 136
// expect: depth 0 of 8 threads
// expect: depth 2 of 2 threads
// expect: error no error
#include <cstdio>

__device__ int sum;

__global__ void add(const int* numbers) { atomicAdd(&sum, numbers[threadIdx.x]); }

__global__ void halve(int* numbers, int depth) {
  numbers[threadIdx.x] += depth == 0 ? 1 : 0;
  if (threadIdx.x != 0) return;
  printf("depth %d of %d threads\n", depth, blockDim.x);
  if (blockDim.x > 2) halve<<<1, blockDim.x / 2>>>(numbers, depth + 1);
  if (depth == 0) add<<<2, 8>>>(numbers);
  if (cudaGetLastError() != cudaSuccess) printf("refused\n");
}

int main() {
  int numbers[8], *device;
  for (int i = 0; i < 8; ++i) numbers[i] = i + 4;
  cudaMalloc(&device, sizeof numbers);
  cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  halve<<<1, 8>>>(device, 0);
  cudaError_t error = cudaDeviceSynchronize();
  int result = 0;
  cudaMemcpyFromSymbol(&result, sum, sizeof result);
  printf("sum %d\nerror %s\n", result, cudaGetErrorString(error));
  cudaFree(device);
}
