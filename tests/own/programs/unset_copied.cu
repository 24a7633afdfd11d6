// finding: uninitialised 5
// A variable of main() that nothing sets is copied to the device, as a counter that should begin with 0.
#include <cstdio>
__global__ void count(const int* in, unsigned* sum, int n) {
  if (threadIdx.x < n && in[threadIdx.x] > 0) atomicAdd(sum, 1);
}
int main() {
  const int n = 4;
  int numbers[n] = {1, 2, -3, 4}, *in;
  unsigned sum, *total;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&total, sizeof sum);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemcpy(total, &sum, sizeof sum, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(in, total, n);
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%u\n", sum);
}
