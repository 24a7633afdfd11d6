// expect: 8 12 1 3.5 2 40490fdb 3 -3 7
// expect: shared 5 9, copied 31 0, sum 496, least 3, vector 1 2 3 4, total 10, wide 12884901885 max 5 ballot 5555
// Inline PTX of several instructions, with registers of its own, and of those that reach memory.
#include <cstdio>
__device__ unsigned shared_address(const void* p) {
  unsigned address;
  asm volatile("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }\n" : "=r"(address) : "l"(p));
  return address;
}
__global__ void compute(float* out, float pi, float large) {
  int a, b;
  asm("{\n\t"
      ".reg .s32 twice, %more;\n\t"
      "add.s32 twice, %2, %2;\n\t"
      "mov.u32 %0, twice;\n\t"
      "mad.lo.s32 %more, %2, 2, twice;\n\t"
      "sub.s32 %1, %more, 4;\n\t"
      "}"
      : "=r"(a), "=r"(b) : "r"(4));
  out[0] = a, out[1] = b;
  asm("{ .reg .pred p; setp.gt.f32 p, %1, 0f40000000; selp.f32 %0, 0f3F800000, 0f00000000, p; }" : "=f"(out[2]) : "f"(pi));
  asm("cvt.f32.f64 %0, %1;" : "=f"(out[3]) : "d"(3.5));
  out[4] = 0;
  asm("{ .reg .pred q; setp.eq.s32 q, %1, 3; @q add.f32 %0, %0, 0f40000000; @!q add.f32 %0, %0, 0f41000000; }" : "+f"(out[4]) : "r"(3));
  unsigned bits;
  asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(pi));
  printf("%g %g %g %g %g %x ", out[0], out[1], out[2], out[3], out[4], bits);
  int down, most;
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(down) : "f"(pi));
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(most) : "f"(-2.7f));
  printf("%d %d ", down, most);
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(down) : "f"(large));
  printf("%d\n", down == 2147483647 ? 7 : down);
}
__global__ void reach(const int* in, int* out) {
  __shared__ int s[32];
  __shared__ __align__(16) int copied[8];
  const int t = threadIdx.x;
  const unsigned at = shared_address(&s[t]), to = static_cast<unsigned>(__cvta_generic_to_shared(copied));
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(at), "r"(t) : "memory");
  __syncthreads();
  int five, nine;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(five) : "r"(shared_address(&s[5])));
  asm volatile("ld.volatile.shared.s32 %0, [%1+16];" : "=r"(nine) : "r"(shared_address(&s[5])));
  if (t == 0) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(in + 28));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;\n" ::"r"(to + 16), "l"(in), "r"(0));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  }
  asm volatile("red.global.add.s32 [%0], %1;" ::"l"(out), "r"(t) : "memory");
  int old;
  asm volatile("atom.global.min.s32 %0, [%1], %2;" : "=r"(old) : "l"(out + 1), "r"(t + 3) : "memory");
  __syncthreads();
  if (t == 0) {
    int a, b, c, d;
    asm volatile("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in + 0));
    asm volatile("st.global.v2.s32 [%0], {%1, %2};" ::"l"(out + 2), "r"(a + b + c), "r"(d) : "memory");
    long long wide;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(3), "r"(4294967295 / 2 - 0));
    asm("{ mad.wide.u32 %0, %1, %2, %3; }" : "=l"(wide) : "r"(3u), "r"(4294967295u), "l"(0LL));
    unsigned high = 0;
    asm("{ .reg .u64 all; mul.wide.u32 all, %1, %2; mov.b64 {_, %0}, all; }" : "=r"(high) : "r"(0x80000000u), "r"(6u));
    if (high != 3) out[0] = -1;  // half of what was computed goes nowhere
    printf("shared %d %d, copied %d %d, sum %d, least %d, vector %d %d %d %d, total %d, wide %lld ", five, nine, copied[3] - 1, copied[4], out[0], out[1], a, b, c, d,
           out[2] + out[3], wide);
  }
  int most;
  unsigned even;
  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(t % 6));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(even) : "r"(t % 2 == 0));
  if (t == 0) printf("max %d ballot %x\n", most, even & 0xffff);
}
int main() {
  int h[32], *in, *out;
  float* f;
  for (int i = 0; i < 32; ++i) h[i] = i + 1;
  const int begin[4] = {0, 100, 0, 0};
  cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof begin), cudaMalloc(&f, 64);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(out, begin, sizeof begin, cudaMemcpyHostToDevice);
  compute<<<1, 1>>>(f, 3.14159265f, 1e20f);
  cudaDeviceSynchronize();
  reach<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
}
