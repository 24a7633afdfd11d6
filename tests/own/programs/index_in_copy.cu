// finding: bounds 6
// How many bytes a kernel copies is known when it runs.
#include <cstdio>
#include <cstring>
__global__ void copy(int* to, const int* from, int bytes) {
  if (threadIdx.x == 0) memcpy(to, from, bytes);
}
int main() {
  int *to, *from;
  cudaMalloc(&to, 32 * sizeof(int));
  cudaMalloc(&from, 64 * sizeof(int));
  cudaMemset(from, 0, 64 * sizeof(int));
  copy<<<1, 32>>>(to, from, 32 * sizeof(int));
  copy<<<1, 32>>>(to, from, 33 * sizeof(int));
  cudaDeviceSynchronize();
}
