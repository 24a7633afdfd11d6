// expect: PASSED
// Sums of several words: the carry goes from one instruction to the next, also of another asm.
#include <cstdio>

using Word = unsigned long long;

__global__ void words(Word* out, const Word* in) {
  const Word a0 = in[0], a1 = in[1] + threadIdx.x, b0 = in[2], b1 = in[3];
  Word* to = out + 8 * threadIdx.x;
  Word low, high;
  asm("add.cc.u64 %0, %2, %4;\n\taddc.u64 %1, %3, %5;" : "=l"(low), "=l"(high) : "l"(a0), "l"(a1), "l"(b0), "l"(b1));
  to[0] = low, to[1] = high;
  asm volatile("sub.cc.u64 %0, %1, %2;" : "=l"(low) : "l"(b0), "l"(a0));
  asm volatile("subc.u64 %0, %1, %2;" : "=l"(high) : "l"(b1), "l"(a1));
  to[2] = low, to[3] = high;
  unsigned part[4];
  const unsigned x0 = a0, x1 = a0 >> 32, y0 = b0, y1 = b0 >> 32;
  asm volatile("mul.lo.u32 %0, %1, %2;" : "=r"(part[0]) : "r"(x0), "r"(y0));
  asm volatile("mul.hi.u32 %0, %1, %2;" : "=r"(part[1]) : "r"(x0), "r"(y0));
  asm volatile("mad.lo.cc.u32 %0, %1, %2, %0;" : "+r"(part[1]) : "r"(x1), "r"(y0));
  asm volatile("madc.hi.u32 %0, %1, %2, 0;" : "=r"(part[2]) : "r"(x1), "r"(y0));
  asm volatile("mad.lo.cc.u32 %0, %1, %2, %0;" : "+r"(part[1]) : "r"(x0), "r"(y1));
  asm volatile("madc.hi.cc.u32 %0, %1, %2, %0;" : "+r"(part[2]) : "r"(x0), "r"(y1));
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(part[3]));
  asm volatile("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.u32 %1, %2, %3, %1;" : "+r"(part[2]), "+r"(part[3]) : "r"(x1), "r"(y1));
  to[4] = part[0] | Word(part[1]) << 32, to[5] = part[2] | Word(part[3]) << 32;
  int s0, s1;
  asm("{ add.cc.s32 %0, %2, %3; addc.cc.s32 %1, -1, 0; }" : "=r"(s0), "=r"(s1) : "r"(-1), "r"(1));
  to[6] = s0, to[7] = s1;
}

int main() {
  const Word in[4] = {~0ull - 4, 7, 0xfedcba9876543210ull, 9};
  Word *d_in, *out, seen[64][8];
  cudaMalloc(&d_in, sizeof in), cudaMalloc(&out, sizeof seen);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  words<<<1, 64>>>(out, d_in);
  cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int t = 0; t < 64; ++t) {
    const unsigned __int128 a = (unsigned __int128)(in[1] + t) << 64 | in[0], b = (unsigned __int128)in[3] << 64 | in[2],
                            results[] = {a + b, b - a, (unsigned __int128)in[0] * in[2]};
    for (int i = 0; i < 3; ++i) wrong += seen[t][2 * i] != (Word)results[i] || seen[t][2 * i + 1] != (Word)(results[i] >> 64);
    wrong += seen[t][6] != 0 || seen[t][7] != 0;
  }
  printf("%d wrong, %s\n", wrong, wrong == 0 ? "PASSED" : "FAILED");
}
