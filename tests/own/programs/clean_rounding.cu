// expect: 0 wrong
// Arithmetic that rounds in a direction, conversions, and functions of bits: each beside what it must be.
#include <cstdio>
#include <math_constants.h>

__device__ int wrong;
__device__ void is(double a, double b) { if (!(a == b)) atomicAdd(&wrong, 1); }
__device__ void is_near(double a, double b) { if (!(fabs(a - b) <= 1e-6 * fabs(b))) atomicAdd(&wrong, 1); }

__global__ void k(float one, double d, float tiny) {
  const float above = nextafterf(one, 2), below = nextafterf(one, 0);
  is(__fadd_rn(one, tiny), one); is(__fadd_rz(one, tiny), one); is(__fadd_rd(one, tiny), one); is(__fadd_ru(one, tiny), above);
  is(__fsub_rz(one, tiny), below); is(__fsub_ru(one, tiny), one);
  is(__fmul_ru(above, above), nextafterf(nextafterf(above, 2), 2)); is(__fmul_rd(above, above), nextafterf(above, 2));
  is(__fdiv_ru(one, 3.0f) > __fdiv_rd(one, 3.0f), 1); is(__frcp_rz(3.0f), __fdiv_rz(one, 3.0f));
  is(__fsqrt_ru(2.0f) > __fsqrt_rd(2.0f), 1); is(__fmaf_ru(one, one, tiny), above); is(__fmaf_rz(one, one, tiny), one);
  is(__dadd_ru(d, 1e-30), nextafter(d, 2)); is(__dadd_rz(d, 1e-30), d); is(__dmul_rd(d, d), d); is(__fma_ru(d, d, 1e-30), nextafter(d, 2));
  is(__ddiv_ru(d, 3.0) > __ddiv_rz(d, 3.0), 1); is(__dsqrt_ru(2.0) > __dsqrt_rn(2.0) || __dsqrt_rd(2.0) < __dsqrt_rn(2.0), 1);
  is(__int2float_ru(16777217), 16777218); is(__int2float_rz(16777217), 16777216); is(__uint2float_rz(4294967295u), 4294967040.0);
  is(__double2float_ru(1.0 + 1e-12), above); is(__double2float_rz(1.0 + 1e-12), one); is(__ull2double_rz(~0ull), 18446744073709549568.0);
  is(__float2int_rn(2.5f), 2); is(__float2int_rz(-2.7f), -2); is(__float2int_rd(-2.2f), -3); is(__float2int_ru(2.2f), 3);
  is(__float2int_rz(1e20f), 2147483647); is(__float2uint_rz(-1.0f), 0); is(__float2ull_rn(3e9f), 3e9); is(__double2ll_rd(-1.5), -2);
  is(__funnelshift_lc(1, 2, 40), 1); is(__funnelshift_rc(1, 2, 40), 2); is(__fns(0x58, 0, 2), 4); is(__fns(0x58, 31, -1), 6);
  is(__urhadd(1, 2), 2); is(ullmax(1ull, ~0ull) == ~0ull, 1);
  is(__vadd4(0x01ff0203, 0x01010101), 0x02000304); is(__vsub2(0x00010001, 0x00020001), 0xffff0000u); is(__vaddus4(0xff000000, 0x02000001), 0xff000001u);
  is(__vaddss2(0x7fff0001, 0x00010001), 0x7fff0002); is(__vabsdiffu4(0x05000000, 0x07000001), 0x02000001); is(__vcmpeq4(0x01020304, 0x01000304), 0xff00ffffu);
  is(__vcmpgtu2(0x00020001, 0x00010001), 0xffff0000u); is(__vmaxs4(0xff000000, 0x00000001), 1); is(__vminu4(0xff02ff04, 0x01ff03ff), 0x01020304);
  is(__vsadu4(0x01020304, 0x00000000), 10); is(__vavgu4(0x01010101, 0x02020202), 0x02020202); is(__vabs4(0xff01fe02), 0x01010202); is(__vseteq4(0x01020304, 0x01ff03ff), 0x01000100);
  is(__dp2a_lo(0x00020003, 0x00000504, 1), 1 + 3 * 4 + 2 * 5); is(__dp4a(make_char4(1, -2, 3, 4), make_char4(1, 1, 1, 1), 10), 16); is(__dp4a(0x01020304, 0x01010101, 0), 10);
  is_near(erfinv(erf(0.7)), 0.7); is_near(erfinvf(0.5f), 0.4769362762); is_near(erfcinv(1e-20), 6.601580622355143); is_near(normcdfinv(0.975), 1.959963984540054);
  is_near(erfcx(20.0), 0.02817434874410513); is_near(cyl_bessel_i0f(1.0f), 1.2660658777520084); is_near(norm3d(1, 2, 2), 3); is_near(rnorm4df(1, 1, 1, 1), 0.5);
  const double v[] = {3, 4, 12};
  is_near(norm(3, v), 13);
  is(CUDART_INF_F > CUDART_MAX_NORMAL_F, 1); is_near(CUDART_PIO2, 1.5707963267948966); is_near(CUDART_SQRT_TWO_F * CUDART_SQRT_HALF_F, 1);
}

int main() {
  int h = -1;
  k<<<1, 1>>>(1.0f, 1.0, 1e-10f);
  cudaMemcpyFromSymbol(&h, wrong, sizeof h);
  printf("%d wrong\n", h);
}
