// expect: 0 failed, 0 wrong
// 20 GiB, one after another: addresses of what was freed are had again.
#include <cstdio>
__global__ void put(int* out, int value) { out[threadIdx.x] = value; }
int main() {
  int failed = 0, wrong = 0;
  for (int round = 0; round < 20; ++round) {
    int *large, *small, host[32];
    failed += cudaMalloc(&large, 1ull << 30) != cudaSuccess;
    failed += cudaMalloc(&small, sizeof host) != cudaSuccess;
    put<<<1, 32>>>(large, round);
    cudaMemcpy(host, large, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) wrong += host[i] != round;
    cudaFree(large);
  }
  printf("%d failed, %d wrong\n", failed, wrong);
}
