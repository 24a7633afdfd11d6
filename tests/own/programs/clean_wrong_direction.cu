// expect: 0 7
// A copy back whose kind says the other way: CUDA's runtime refuses it, and nobody asks.
#include <cstdio>

__global__ void seven(int* out) { out[threadIdx.x] = 7; }

int main() {
  int host[32] = {}, back[32] = {}, *device;
  cudaMalloc(&device, sizeof host);
  seven<<<1, 32>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[31], back[31]);
  cudaFree(device);
}
