// expect: PASSED
#include <cstdio>
__global__ void k(int* out, int* stats) {
  int lane = threadIdx.x;
  int v = lane / 4;
  unsigned same = __match_any_sync(0xffffffffu, v);
  int leader = __ffs(same) - 1;
  int pred; unsigned all = __match_all_sync(0xffffffffu, lane < 40, &pred);
  out[lane] = leader * 100 + __popc(same);
  const bool is_uniform = __uni_sync(~0u, lane >= 0) && __uni_sync(~0u, lane < 0) && !__uni_sync(~0u, lane < 9);
  if (__all_sync(~0u, lane >= 0) && __any_sync(~0u, lane == 31) && pred && is_uniform) {
    unsigned m = __activemask();
    if (lane == 0) { stats[0] = __popc(m); stats[1] = __reduce_add_sync(1u, 7u); stats[2] = (int)all; }
  }
  int mx = __reduce_max_sync(0xffffffffu, lane * 3);
  unsigned o = __reduce_or_sync(0xffffffffu, 1u << (lane % 8));
  if (lane == 0) { stats[3] = mx; stats[4] = o; stats[5] = __brev(1u) == 0x80000000u; stats[6] = __clz(1); }
}
int main() {
  int *d, *s, h[32], st[7]; cudaMalloc(&d, sizeof h); cudaMalloc(&s, sizeof st);
  k<<<1, 32>>>(d, s); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(st, s, sizeof st, cudaMemcpyDeviceToHost);
  int bad = 0; for (int i = 0; i < 32; i++) bad += h[i] != (i / 4 * 4) * 100 + 4;
  printf("%d %d %d %d %d %d %d: %s\n", st[0], st[1], st[2], st[3], st[4], st[5], st[6], !bad && st[0] == 32 && st[1] == 7 && st[2] == -1 && st[3] == 93 && st[4] == 255 && st[5] == 1 && st[6] == 31 ? "PASSED" : "FAILED");
}
