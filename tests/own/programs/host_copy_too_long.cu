// finding: bounds 11
// A copy brings more than the host has room for.
#include <cstdio>
#include <cstdlib>
__global__ void count(int* numbers) { numbers[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  int *place, *out = (int*)malloc(n);
  cudaMalloc(&place, n * sizeof(int));
  count<<<1, n>>>(place);
  cudaMemcpy(out, place, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", out[3]);
}
