// A .cu file beside the program, with a launch of its own, and a macro of the build that a line of the file states.
// lanescope: --define FACTOR=3,BLOCK_SIZE=64
// expect: 21 64
#include "beside/scale.cu"
#include <cstdio>

#ifndef BLOCK_SIZE
#error the build defines it
#endif

int main() {
  int *v, h = 7;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, &h, sizeof h, cudaMemcpyHostToDevice);
  scale_on_device(v);
  cudaMemcpy(&h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h, BLOCK_SIZE);
}
