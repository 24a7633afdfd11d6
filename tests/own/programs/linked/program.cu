// Its build links three sources: what this one declares is in the others. One more is another program, and one is
// included, by angles, with a launch of its own.
// expect: doubled 10, plus one 11, of the host 21
#include <cstdio>
#include <included.cu>
#include "parts.h"

extern "C" int twice_and_one(int x);

int main() {
  int *v, h = 5;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, &h, sizeof h, cudaMemcpyHostToDevice);
  double_on_device(v);
  cudaMemcpy(&h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("doubled %d", h);
  parts::add_one(v);
  cudaMemcpy(&h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf(", plus one %d, of the host %d\n", h, twice_and_one(10));
}
