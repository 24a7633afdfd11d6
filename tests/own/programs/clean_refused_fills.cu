// expect: PASSED
// Fills of the host's memory are refused, each with the line that asks for it.
#include <cstdio>
__global__ void add_one(int* numbers) { numbers[threadIdx.x] += 1; }
int main() {
  int *numbers, *others, first = 0;
  cudaMalloc((void**)&numbers, 32 * sizeof(int));
  cudaMalloc((void**)&others, 32 * sizeof(int));

  cudaMemset((void*)&numbers, 0, 8);
  cudaMemset((void*)&others, 0, 8);
  const cudaError_t refused = cudaGetLastError();
  cudaMemset(numbers, 0, 32 * sizeof(int));
  add_one<<<1, 32>>>(numbers);
  cudaMemcpy(&first, numbers, sizeof first, cudaMemcpyDeviceToHost);
  printf("%s\n", refused == cudaErrorInvalidValue && first == 1 ? "PASSED" : "FAILED");
}
