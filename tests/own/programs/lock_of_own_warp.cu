// The thread that has the lock waits for its warp, which waits for the lock.
// finding: endless 6 10
#include <cstdio>
__device__ int lock, sum;
__global__ void k() {
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  __threadfence();
  sum += 1;
  __syncwarp();
  __threadfence();
  atomicExch(&lock, 0);
}
int main() {
  k<<<2, 64>>>();
  printf("%d\n", cudaDeviceSynchronize());
}
