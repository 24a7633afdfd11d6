// finding: endless 8
#include <cstdio>
__global__ void k(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (flag == 0)
      ;
    out[threadIdx.x] = 1;
  } else if (threadIdx.x == blockDim.x) {
    flag = 1;
  }
}
int main() {
  int* out;
  cudaMalloc(&out, 128);
  k<<<1, 96>>>(out);
  printf("%d\n", cudaDeviceSynchronize());
}
