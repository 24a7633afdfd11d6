// finding: bounds 8
// The host's array is one too short, and is never freed.
#include <cstdio>
__global__ void count(int* numbers) { numbers[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  int* place;
  int* sums = new int[n];
  cudaMalloc(&place, n * sizeof(int));
  count<<<1, n>>>(place);
  cudaMemcpy(sums, place, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 1; i <= n; ++i) sums[i] = sums[i - 1] + i;
  printf("%d\n", sums[n]);
}
