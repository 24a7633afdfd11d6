// expect: 39
// Threads write the first 40 of 64 structs, and of those the second field alone.
#include <cstdio>

struct Filled {
  char kind;
  int value;
};
__global__ void fill(Filled* out) { out[threadIdx.x].value = threadIdx.x; }

int main() {
  Filled *device, host[64];
  cudaMalloc(&device, sizeof host);
  fill<<<1, 40>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[39].value);
}
