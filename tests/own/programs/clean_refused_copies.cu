// expect: 1 1 1 1 1 1 1
// Copies, fills and frees of places where they cannot be.
#include <cstdio>

int main() {
  int host[8] = {}, *device, *pinned, *gone;
  cudaMalloc(&device, sizeof host);
  cudaMallocHost(&pinned, sizeof host);
  cudaMalloc(&gone, sizeof host);
  cudaFree(gone);
  printf("%d ", cudaMemcpy(host, host, sizeof host, cudaMemcpyDeviceToHost));
  printf("%d ", cudaMemcpy(device, nullptr, sizeof host, cudaMemcpyHostToDevice));
  printf("%d ", cudaMemcpy(device, gone, sizeof host, cudaMemcpyDefault));
  printf("%d ", cudaMemset(device, 0, 64));
  printf("%d ", cudaFree(host));
  printf("%d ", cudaFree(device + 1));
  printf("%d\n", cudaFree(pinned));
}
