// expect: 2080 0 0
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups::__v1;
__global__ void k(const int* in, int* out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int v = in[block.thread_rank()];
  for (int by = tile.size() / 2; by > 0; by /= 2) v += tile.shfl_down(v, by);
  if (tile.thread_rank() == 0) atomicAdd(out, v);
}
int main() {
  const int n = 64;
  int *in, *out, h[n], o[n] = {};
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  k<<<1, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaMemcpy(o, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", o[0], o[1], o[n - 1]);
  return 0;
}
