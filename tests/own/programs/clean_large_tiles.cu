// Tiles of two warps wait for the whole block.
// expect: 2016 6112 1
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void sums(int* out) {
  __shared__ int left[128];
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  left[threadIdx.x] = tile.meta_group_rank();
  tile.sync();
  const int neighbour = left[tile.meta_group_rank() * 64 + (tile.thread_rank() + 33) % 64];
  const int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
  if (threadIdx.x == 127) out[2] = neighbour;
}

int main() {
  int *out, h[3];
  cudaMalloc(&out, sizeof h);
  sums<<<1, 128>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[2]);
}
