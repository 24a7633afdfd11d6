// finding: race 12 13
// finding: race 15 16
// finding: race 19 18
#include <cstdio>

// Without barriers: bins that are set and updated, bins that are updated and read, and a number that is read and
// then counted on, so that two threads get the same.
__global__ void k(int* out, int* tickets) {
  __shared__ int set[64], read[64], next;
  read[threadIdx.x] = 0;
  if (threadIdx.x == 0) next = 0;
  set[threadIdx.x] = 0;
  atomicAdd(&set[threadIdx.x / 2], 1);
  __syncthreads();
  atomicAdd(&read[threadIdx.x / 2], 1);
  out[threadIdx.x] = read[63 - threadIdx.x];
  __syncthreads();
  int ticket = next;
  atomicAdd(&next, 1);
  tickets[threadIdx.x] = ticket;
}

int main() {
  int *out, *tickets;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&tickets, 64 * sizeof(int));
  k<<<1, 64>>>(out, tickets);
}
