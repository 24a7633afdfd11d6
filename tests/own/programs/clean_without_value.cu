// expect: 7 8 9
// nvcc only warns of a function that returns no value where its type says one.
#include <cstdio>

__device__ int put(int* p, int value) {
  p[threadIdx.x] = value + threadIdx.x;
}
__global__ void k(int* p) { put(p, 7); }

int show(const int* p, int n) {
  for (int i = 0; i < n; ++i) printf("%d ", p[i]);
  printf("\n");
}
cudaError_t run(int* p) {
  k<<<1, 3>>>(p);
  cudaDeviceSynchronize();
}

int main() {
  int* p;
  cudaMallocManaged(&p, 3 * sizeof(int));
  run(p);
  show(p, 3);
  cudaFree(p);
}
