// One barrier is in a header beside, and one here.
#include "mistakes.cuh"

__global__ void wait() {
  if (threadIdx.x < 32)
    wait_here();
  else
    __syncthreads();
}

int main() {
  wait<<<1, 64>>>();
  cudaDeviceSynchronize();
}
