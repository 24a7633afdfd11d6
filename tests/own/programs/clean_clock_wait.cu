// expect: waited
// A thread that does nothing until a second has gone by.
#include <cstdio>
__global__ void wait(long long ticks, int* done) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) {
  }
  *done = 1;
}
int main() {
  int *done, host = 0;
  cudaMalloc(&done, sizeof(int));
  wait<<<1, 1>>>(1000000000LL, done);
  cudaMemcpy(&host, done, sizeof(int), cudaMemcpyDeviceToHost);
  if (host == 1) printf("waited\n");
}
