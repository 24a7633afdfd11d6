// libcu++: atomic words with a scope, barriers, pipelines, functions, and names of the standard library; atomic words of the host.
// expect: total 4096, most 255, flagged 1
// expect: published 42
// expect: block sums 496 496
// expect: copied 6
// expect: ceil 4, pair 3 2.5
// expect: host 7 exchanged 1
#include <atomic>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/limits>
#include <cuda/std/utility>

struct Totals {
  cuda::atomic<int, cuda::thread_scope_device> sum, most;
  cuda::std::atomic<unsigned> flags;
};

__global__ void add(Totals* totals, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  totals->sum.fetch_add(16, cuda::memory_order_relaxed);
  totals->most.fetch_max(i);
  totals->flags |= 1u;
  cuda::atomic_ref<int, cuda::thread_scope_block> count(counts[i % 4]);
  count.fetch_add(1);
  ++count;
}

__global__ void publish(int* value, cuda::atomic<int, cuda::thread_scope_device>* ready, int* seen) {
  if (threadIdx.x == 0) {
    *value = 42;
    ready->store(1, cuda::std::memory_order_release);
  }
  __syncthreads();
  if (threadIdx.x == 33 && ready->load(cuda::memory_order_acquire) == 1) *seen = *value;
}

__global__ void sum_block(int* sums) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int values[32];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&ready, block.size());
  block.sync();
  values[threadIdx.x] = threadIdx.x;
  auto token = ready.arrive();
  ready.wait(std::move(token));
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += values[i];
  ready.arrive_and_wait();
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void copy(const int* from, int* sum) {
  __shared__ int staged[4];
  auto block = cooperative_groups::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, staged, from, sizeof staged, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  cuda::std::array<int, 2> first{staged[0], staged[3]};
  if (threadIdx.x == 0) *sum = first[0] + first[1] + staged[1] - staged[2] + (cuda::std::numeric_limits<int>::max() > 0 ? 1 : 0);
  pipe.consumer_release();
}

int main() {
  Totals* totals;
  int *counts, *sums;
  cudaMallocManaged(&totals, sizeof *totals);
  totals->sum = 0;
  totals->most = 0;
  totals->flags = 0;
  cudaMallocManaged(&counts, 4 * sizeof(int));
  cudaMallocManaged(&sums, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) counts[i] = i + 1, sums[i] = 0;
  add<<<2, 128>>>(totals, counts);
  cudaDeviceSynchronize();
  printf("total %d, most %d, flagged %u\n", totals->sum.load(), totals->most.load(), totals->flags.load());
  totals->sum = 0;
  publish<<<1, 64>>>(sums + 3, &totals->sum, sums + 2);
  sum_block<<<2, 32>>>(sums);
  cudaDeviceSynchronize();
  printf("published %d\nblock sums %d %d\n", sums[2], sums[0], sums[1]);
  for (int i = 0; i < 4; ++i) counts[i] = i + 1;
  copy<<<1, 32>>>(counts, sums);
  cudaDeviceSynchronize();
  printf("copied %d\n", sums[0] + 1);
  const auto pair = cuda::std::make_pair(3, 2.5);
  printf("ceil %d, pair %d %.1f\n", cuda::ceil_div(10, 3), pair.first, pair.second);
  std::atomic<int> host{1};
  host += 4;
  host++;
  const int before = host.fetch_add(1);
  int expected = 7;
  printf("host %d exchanged %d\n", before + 1, host.compare_exchange_strong(expected, 9) && host.load() == 9);
}
