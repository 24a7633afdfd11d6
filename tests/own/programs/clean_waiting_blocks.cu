// Blocks that wait for all others by a counter, in a plain launch of as many as a GPU holds.
// expect: after all 4 blocks: 100 100 100 100
#include <cstdio>

__device__ int arrived;

__global__ void exchange(const int* in, int* parts, int* sums) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) {
    }
    __threadfence();
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += parts[i];
    sums[blockIdx.x] = sum;
  }
}

int main() {
  int in[4] = {10, 20, 30, 40}, *device;
  cudaMalloc(&device, 3 * sizeof in);
  cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice);
  exchange<<<4, 64>>>(device, device + 4, device + 8);
  cudaMemcpy(in, device + 8, sizeof in, cudaMemcpyDeviceToHost);
  printf("after all 4 blocks: %d %d %d %d\n", in[0], in[1], in[2], in[3]);
  cudaFree(device);
}
