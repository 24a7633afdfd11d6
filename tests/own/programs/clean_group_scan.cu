// expect: PASSED
#include <cstdio>
#include <cooperative_groups.h>
using namespace cooperative_groups;
namespace cg = cooperative_groups;
template <typename Group> __device__ int exclusive(const Group& g, int v) { int s = v; for (int d = 1; d < g.size(); d <<= 1) { int t = g.shfl_up(s, d); if (g.thread_rank() >= d) s += t; } return s - v; }
__global__ void k(int* out) { thread_block b = this_thread_block(); auto w = tiled_partition<32>(b); auto q = tiled_partition<8>(w); int v = threadIdx.x; int e = exclusive(q, v); bool odd = v & 1; if (odd) { coalesced_group a = coalesced_threads(); e += 1000 * a.size() + 100000 * a.thread_rank(); a.sync(); } b.sync(); out[b.thread_rank()] = e + (w.any(v == 5) ? 1 : 0) + w.ballot(odd) * 0 + w.match_any(v / 16) * 0; }
int main() { int h[64], *d; cudaMalloc(&d, sizeof h); k<<<1, 64>>>(d); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("%d %d %d %s\n", h[0], h[3], h[34], h[0] == 1 && h[3] == 3 + 16000 + 100000 + 1 && h[34] == 32 + 33 ? "PASSED" : "FAILED"); }
