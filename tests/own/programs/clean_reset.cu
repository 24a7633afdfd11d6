// expect: 3 1 1
// What a reset has freed may be freed once more: the runtime returns an error that harms nobody.
#include <cstdio>
#include <thrust/device_vector.h>
__global__ void three(int* out) { *out = 3; }
int main() {
  thrust::device_vector<int> other(10, 1);
  int *place, number = 0;
  cudaDeviceReset();
  cudaMalloc(&place, sizeof(int));
  three<<<1, 1>>>(place);
  cudaMemcpy(&number, place, sizeof number, cudaMemcpyDeviceToHost);
  cudaDeviceReset();
  printf("%d %d ", number, cudaFree(place));
  printf("%d\n", cudaMemcpy(&number, place, sizeof number, cudaMemcpyDeviceToHost));
}
