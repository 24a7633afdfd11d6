// expect: 5 48 1 88776655 7 -3 4294967295 ff0f 10 0 -1 400c0000 7
#include <cstdio>
__device__ int mad(int a, int b, int c) {
  int d;
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__global__ void k(unsigned* out, const float* in) {
  asm("add.s32 %0, %1, %2;" : "=r"(out[0]) : "r"(2), "r"(3));
  asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(out[1]) : "r"(0x300u), "r"(4u), "r"(8u));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[2]) : "r"(1u), "r"(1u), "r"(1u));
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(out[3]) : "r"(0x44332211u), "r"(0x88776655u), "r"(0x7654u));
  out[4] = mad(2, 3, 1);
  int field;
  asm("bfe.s32 %0, %1, 4, 4;" : "=r"(field) : "r"(0xd0));
  out[5] = field;
  asm("mul.hi.u32 %0, %1, %2;\n\t" : "=r"(out[6]) : "r"(0xffffffffu), "r"(0xffffffffu));
  out[6] += 1;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(out[7]) : "r"(0xfu), "r"(0xf00fu), "r"(8u), "r"(4u));
  float f;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(f) : "l"(in));
  asm volatile("st.global.s32 [%0+4], %1;" ::"l"(out + 7), "r"((int)f) : "memory");
  asm("shl.b32 %0, %1, %2;" : "=r"(out[9]) : "r"(1u), "r"(32u));
  int all;
  asm("shr.s32 %0, %1, 40;" : "=r"(all) : "r"(-8));
  out[10] = all;
  int low, high;
  double whole;
  asm volatile("mov.b64 {%0, %1}, %2; " : "=r"(low), "=r"(high) : "d"(3.5));
  asm("mov.b64 %0, {%1,%2};" : "=d"(whole) : "r"(low), "r"(high));
  out[11] = high;
  out[12] = static_cast<unsigned>(2 * whole);
}
int main() {
  unsigned *out, h[13];
  float *in, x = 10;
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&in, sizeof x);
  cudaMemcpy(in, &x, sizeof x, cudaMemcpyHostToDevice);
  k<<<1, 1>>>(out, in);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u %u %u %x %u %d %u %x %u %u %d %x %u\n", h[0], h[1], h[2], h[3], h[4], (int)h[5], h[6], h[7], h[8], h[9], (int)h[10], h[11], h[12]);
}
