// expect: PASSED
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <iostream>
#include <vector>
#include <numeric>
namespace cg = cooperative_groups;
__global__ void reduceCG(const int* in, int* out, int n) {
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cta);
  __shared__ int partial[32];
  int sum = 0;
  for (int i = cta.group_index().x * cta.size() + cta.thread_rank(); i < n; i += gridDim.x * cta.size()) sum += in[i];
  sum = cg::reduce(tile, sum, cg::plus<int>());
  if (tile.thread_rank() == 0) partial[tile.meta_group_rank()] = sum;
  cg::sync(cta);
  if (tile.meta_group_rank() == 0) {
    int v = tile.thread_rank() < tile.meta_group_size() ? partial[tile.thread_rank()] : 0;
    v = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(out, v);
  }
}
int main() {
  const int n = 10000;
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  int *in, *out, sum = 0;
  cudaMalloc((void**)&in, n * sizeof(int));
  cudaMalloc((void**)&out, sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(int));
  reduceCG<<<8, 128>>>(in, out, n);
  cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
  int expect = std::accumulate(h.begin(), h.end(), 0);
  std::cout << "sum " << sum << " expected " << expect << (sum == expect ? " PASSED" : " FAILED") << std::endl;
  cudaFree(in); cudaFree(out);
}
