// expect: 1 1 1 1 1
// What goes past an array's end, is freed twice or is freed from its middle: CUDA's runtime refuses it.
#include <cstdio>
#include <cstdlib>

__global__ void seven(int* out) { out[threadIdx.x] = 7; }

int main() {
  int *numbers, *more = (int*)malloc(256);
  cudaMalloc(&numbers, 128);
  seven<<<1, 32>>>(numbers);
  int said[5];
  said[0] = cudaMemcpy(more, numbers, 256, cudaMemcpyDeviceToHost);
  said[1] = cudaMemset(numbers + 1, 0, 128);
  said[2] = cudaFree(numbers + 1);
  said[3] = cudaFreeHost(numbers);
  cudaFree(numbers);
  said[4] = cudaFree(numbers);
  for (int one : said) printf("%d ", one);
  printf("\n");
  free(more);
}
