// expect: 0 1 1
// What a kernel frees twice, or from its middle.
#include <cstdio>
__global__ void child(int* p) { *p = 1; }
__global__ void k(int* out) {
  int* p = nullptr;
  cudaMalloc(&p, 64);
  int a = cudaFree(p), b = cudaFree(p), c = cudaFree(out + 1);
  printf("%d %d %d\n", a, b, c);
}
int main() { int* d; cudaMalloc(&d, 64); k<<<1, 1>>>(d); cudaDeviceSynchronize(); cudaFree(d); }
