// expect: PASSED
#include <cooperative_groups.h>
#include <stdio.h>
using namespace cooperative_groups;
__device__ int reduce_sum(thread_group g, int* temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val; g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}
__device__ int thread_sum(int* input, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) { int4 in = ((int4*)input)[i]; sum += in.x + in.y + in.z + in.w; }
  return sum;
}
__global__ void sum_kernel_block(int* sum, int* input, int n) {
  int my_sum = thread_sum(input, n);
  extern __shared__ int temp[];
  auto g = this_thread_block();
  int block_sum = reduce_sum(g, temp, my_sum);
  if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
}
template <int tile_sz> __device__ int reduce_sum_tile_shfl(thread_block_tile<tile_sz> g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
  return val;
}
template <int tile_sz> __global__ void sum_kernel_tile(int* sum, int* input, int n) {
  int my_sum = thread_sum(input, n);
  auto tile = tiled_partition<tile_sz>(this_thread_block());
  int tile_sum = reduce_sum_tile_shfl<tile_sz>(tile, my_sum);
  if (tile.thread_rank() == 0) atomicAdd(sum, tile_sum);
}
int main() {
  int n = 1 << 13, blockSize = 256, nBlocks = 4, *sum, *data;
  cudaMallocManaged(&sum, 2 * sizeof(int)); cudaMallocManaged(&data, n * sizeof(int));
  for (int i = 0; i < n; i++) data[i] = 1; sum[0] = sum[1] = 0;
  sum_kernel_block<<<nBlocks, blockSize, blockSize * sizeof(int)>>>(sum, data, n);
  sum_kernel_tile<16><<<nBlocks, blockSize>>>(sum + 1, data, n);
  cudaDeviceSynchronize();
  printf("%d %d %s\n", sum[0], sum[1], sum[0] == n && sum[1] == n ? "PASSED" : "FAILED");
}
