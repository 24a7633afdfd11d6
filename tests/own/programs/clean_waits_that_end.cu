// Threads wait in loops for others of their block, of blocks after theirs, and for as many rounds as they say.
// expect: flag 7 7, lock 256
// expect: last block first 610780888, together -2106982658
// expect: gave up after 100000
#include <cooperative_groups.h>

#include <cstdio>
__device__ int lock, sum, turn, rounds, nothing;
__device__ volatile int done[400];
__global__ void flag_of_warp(int* out) {
  __shared__ volatile int flag, value;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (flag == 0)
      ;
    __threadfence_block();
    out[threadIdx.x] = value;
  } else if (threadIdx.x == 64) {
    value = 7;
    __threadfence_block();
    flag = 1;
  }
}
__global__ void lock_of_lanes() {
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  __threadfence();
  sum += 1;
  __threadfence();
  atomicExch(&lock, 0);
}
__global__ void last_first(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x)
    while (done[blockIdx.x + 1] == 0)
      ;
  __threadfence();
  out[0] = out[0] * 3 + blockIdx.x;
  __threadfence();
  done[blockIdx.x] = 1;
}
__global__ void together(int* out) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) != int(gridDim.x - 1 - blockIdx.x))
      ;
    __threadfence();
    out[0] = out[0] * 3 + blockIdx.x;
    __threadfence();
    atomicAdd(&turn, 1);
  }
  cooperative_groups::this_grid().sync();
}
__global__ void so_many_rounds() {
  int tries = 0;
  while (atomicAdd(&nothing, 0) == 0 && tries < 100000) ++tries;
  rounds = tries;
}
int main() {
  int *out, h[34], number;
  cudaMalloc(&out, sizeof h);
  cudaMemset(out, 0, sizeof h);
  flag_of_warp<<<1, 96>>>(out);
  lock_of_lanes<<<2, 128>>>();
  cudaMemcpyFromSymbol(&number, sum, sizeof number);
  last_first<<<400, 64>>>(out + 32);
  int* last = out + 33;
  void* values[] = {&last};
  cudaLaunchCooperativeKernel((void*)together, 20, 64, values);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("flag %d %d, lock %d\n", h[0], h[31], number);
  printf("last block first %d, together %d\n", h[32], h[33]);
  so_many_rounds<<<1, 1>>>();
  cudaMemcpyFromSymbol(&number, rounds, sizeof number);
  printf("gave up after %d\n", number);
}
