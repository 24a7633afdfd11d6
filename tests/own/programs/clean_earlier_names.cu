// Names that CUDA had before version 9.
// expect: sum 496, product 12
#include <cstdio>
template <class T>
__global__ void sum(T* out) {
  __shared__ T all[32];
  all[threadIdx.x] = threadIdx.x;
  syncthreads();
  for (int i = 16; i > 0; i /= 2) {
    if (threadIdx.x < i) all[threadIdx.x] += all[threadIdx.x + i];
    syncthreads();
  }
  if (threadIdx.x == 0) {
    out[0] = all[0];
    out[1] = mul24(3, 4);
  }
}
int main() {
  int *device, out[2];
  cudaMalloc(&device, sizeof out);
  sum<<<1, 32>>>(device);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  printf("sum %d, product %d\n", out[0], out[1]);
}
