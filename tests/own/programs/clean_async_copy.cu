// expect: PASSED
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const int* in, int* out) {
  extern __shared__ int s[];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * block.size(), sizeof(int) * block.size());
  cg::wait(block);
  out[blockIdx.x * block.size() + block.thread_rank()] = s[block.size() - 1 - block.thread_rank()];
}
int main() { int h[256], *a, *b; for (int i = 0; i < 256; i++) h[i] = i; cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h); cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); k<<<2, 128, 512>>>(a, b); cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost); int bad = 0; for (int i = 0; i < 256; i++) bad += h[i] != i / 128 * 128 + 127 - i % 128; puts(bad ? "FAILED" : "PASSED"); }
