// cuda_fp16.h: half precision by the compiler's own type, each operation rounded as on a GPU.
#pragma once

#include "lanescope_cuda.hpp"

struct __half_raw {
  unsigned short x;
};
struct __half {
  _Float16 v;
  __half() = default;
  __half(float x) : v(static_cast<_Float16>(x)) {}
  __half(double x) : v(static_cast<_Float16>(x)) {}
  __half(int x) : v(static_cast<_Float16>(x)) {}
  __half(unsigned x) : v(static_cast<_Float16>(x)) {}
  explicit __half(_Float16 x) : v(x) {}
  __half(const __half_raw& raw) { __builtin_memcpy(&v, &raw, sizeof v); }
  operator float() const { return static_cast<float>(v); }
};
typedef __half half;
struct alignas(4) __half2 {
  __half x, y;
};
typedef __half2 half2;

#define LANESCOPE_HALF(SIGN, NAME)                                                                \
  inline half operator SIGN(half a, half b) { return half(static_cast<_Float16>(a.v SIGN b.v)); } \
  inline half& operator SIGN##=(half& a, half b) { return a = a SIGN b; }                         \
  inline half NAME(half a, half b) { return a SIGN b; }                                           \
  inline half2 operator SIGN(half2 a, half2 b) { return {a.x SIGN b.x, a.y SIGN b.y}; }           \
  inline half2& operator SIGN##=(half2& a, half2 b) { return a = a SIGN b; }                      \
  inline half2 NAME##2(half2 a, half2 b) { return a SIGN b; }
LANESCOPE_HALF(+, __hadd)
LANESCOPE_HALF(-, __hsub)
LANESCOPE_HALF(*, __hmul)
LANESCOPE_HALF(/, __hdiv)
#undef LANESCOPE_HALF
inline half2 __h2div(half2 a, half2 b) { return a / b; }
inline half operator-(half a) { return half(static_cast<_Float16>(-a.v)); }
#define LANESCOPE_COMPARE(SIGN, NAME)                                \
  inline bool operator SIGN(half a, half b) { return a.v SIGN b.v; } \
  inline bool NAME(half a, half b) { return a.v SIGN b.v; }
LANESCOPE_COMPARE(<, __hlt)
LANESCOPE_COMPARE(<=, __hle)
LANESCOPE_COMPARE(>, __hgt)
LANESCOPE_COMPARE(>=, __hge)
LANESCOPE_COMPARE(==, __heq)
LANESCOPE_COMPARE(!=, __hne)
#undef LANESCOPE_COMPARE

inline half& operator++(half& a) { return a = a + half(1); }
inline half& operator--(half& a) { return a = a - half(1); }
inline half operator++(half& a, int) {
  const half before = a;
  return ++a, before;
}
inline half operator--(half& a, int) {
  const half before = a;
  return --a, before;
}
inline half __float2half(float x) { return half(x); }
inline half __float2half_rn(float x) { return half(x); }
inline half __double2half(double x) { return half(x); }
inline float __half2float(half x) { return x; }
inline unsigned short __half_as_ushort(half x) { return lanescope_bits<unsigned short>(x.v); }
inline half __ushort_as_half(unsigned short bits) { return half(lanescope_bits<_Float16>(bits)); }
inline half __hneg(half a) { return -a; }
inline half __habs(half a) { return half(fabsf(a)); }
inline half __hmax(half a, half b) { return a < b ? b : a; }
inline half __hmin(half a, half b) { return b < a ? b : a; }
inline half __hfma(half a, half b, half c) { return half(fmaf(a, b, c)); }
inline bool __hisnan(half a) { return a.v != a.v; }
inline half hsqrt(half a) { return half(sqrtf(a)); }
inline half hrsqrt(half a) { return half(1.0f / sqrtf(a)); }
inline half hexp(half a) { return half(expf(a)); }
inline half hlog(half a) { return half(logf(a)); }
inline half hsin(half a) { return half(sinf(a)); }
inline half hcos(half a) { return half(cosf(a)); }

inline half2 __half2half2(half a) { return {a, a}; }
inline half2 __halves2half2(half a, half b) { return {a, b}; }
inline half2 make_half2(half a, half b) { return {a, b}; }
inline half2 __float2half2_rn(float x) { return {half(x), half(x)}; }
inline half2 __floats2half2_rn(float x, float y) { return {half(x), half(y)}; }
inline half2 __float22half2_rn(float2 a) { return {half(a.x), half(a.y)}; }
inline float2 __half22float2(half2 a) { return {a.x, a.y}; }
inline half __low2half(half2 a) { return a.x; }
inline half __high2half(half2 a) { return a.y; }
inline float __low2float(half2 a) { return a.x; }
inline float __high2float(half2 a) { return a.y; }
inline half2 __lowhigh2highlow(half2 a) { return {a.y, a.x}; }
inline half2 __hfma2(half2 a, half2 b, half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
inline half2 __hmax2(half2 a, half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
inline half2 __hmin2(half2 a, half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
inline half2 h2exp(half2 a) { return {hexp(a.x), hexp(a.y)}; }

// In a direction: what is rounded to the nearest, moved where it is on the wrong side.
inline half lanescope_half_next(half a, bool up) {
  const unsigned short bits = __half_as_ushort(a);
  if (__hisnan(a) || (bits & 0x7fff) == 0x7c00) return a;
  if ((bits & 0x7fff) == 0) return __ushort_as_half(up ? 1 : 0x8001);
  return __ushort_as_half(static_cast<unsigned short>((bits < 0x8000) == up ? bits + 1 : bits - 1));
}
inline half __float2half_ru(float x) {
  const half a(x);
  return static_cast<float>(a) < x ? lanescope_half_next(a, true) : a;
}
inline half __float2half_rd(float x) {
  const half a(x);
  return static_cast<float>(a) > x ? lanescope_half_next(a, false) : a;
}
inline half __float2half_rz(float x) { return x < 0 ? __float2half_ru(x) : __float2half_rd(x); }

#define LANESCOPE_HALF_WHOLE(T, SHORT)                                           \
  inline T __half2##SHORT##_rn(half a) { return lanescope_whole<T>(rintf(a)); }  \
  inline T __half2##SHORT##_rz(half a) { return lanescope_whole<T>(truncf(a)); } \
  inline T __half2##SHORT##_rd(half a) { return lanescope_whole<T>(floorf(a)); } \
  inline T __half2##SHORT##_ru(half a) { return lanescope_whole<T>(ceilf(a)); }  \
  inline half __##SHORT##2half_rn(T a) { return half(static_cast<_Float16>(a)); }
LANESCOPE_HALF_WHOLE(int, int)
LANESCOPE_HALF_WHOLE(unsigned, uint)
LANESCOPE_HALF_WHOLE(short, short)
LANESCOPE_HALF_WHOLE(unsigned short, ushort)
LANESCOPE_HALF_WHOLE(long long, ll)
LANESCOPE_HALF_WHOLE(unsigned long long, ull)
#undef LANESCOPE_HALF_WHOLE
inline short __half_as_short(half x) { return static_cast<short>(__half_as_ushort(x)); }
inline half __short_as_half(short bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_ZERO_FP16 __ushort_as_half(0)

inline half lanescope_saturated(half a) { return a > half(0) ? a < half(1) ? a : half(1) : half(0); }
inline half __hadd_sat(half a, half b) { return lanescope_saturated(a + b); }
inline half __hsub_sat(half a, half b) { return lanescope_saturated(a - b); }
inline half __hmul_sat(half a, half b) { return lanescope_saturated(a * b); }
inline half __hfma_sat(half a, half b, half c) { return lanescope_saturated(__hfma(a, b, c)); }
inline half __hfma_relu(half a, half b, half c) { return __hmax(__hfma(a, b, c), half(0)); }
inline half __hadd_rn(half a, half b) { return a + b; }
inline half __hsub_rn(half a, half b) { return a - b; }
inline half __hmul_rn(half a, half b) { return a * b; }
inline int __hisinf(half a) { return (__half_as_ushort(a) & 0x7fff) != 0x7c00 ? 0 : a < half(0) ? -1 : 1; }

/// Functions of one number, also of each of two.
#define LANESCOPE_HALF_FUNCTION(NAME, RESULT) \
  inline half h##NAME(half a) {               \
    const float x = a;                        \
    return half(RESULT);                      \
  }
#define LANESCOPE_HALF_FUNCTION2(NAME) \
  inline half2 h2##NAME(half2 a) { return {h##NAME(a.x), h##NAME(a.y)}; }
LANESCOPE_HALF_FUNCTION(exp2, exp2f(x))
LANESCOPE_HALF_FUNCTION(exp10, exp10f(x))
LANESCOPE_HALF_FUNCTION(log2, log2f(x))
LANESCOPE_HALF_FUNCTION(log10, log10f(x))
LANESCOPE_HALF_FUNCTION(rcp, 1.0f / x)
LANESCOPE_HALF_FUNCTION(floor, floorf(x))
LANESCOPE_HALF_FUNCTION(ceil, ceilf(x))
LANESCOPE_HALF_FUNCTION(rint, rintf(x))
LANESCOPE_HALF_FUNCTION(trunc, truncf(x))
LANESCOPE_HALF_FUNCTION(tanh, tanhf(x))
LANESCOPE_HALF_FUNCTION2(exp2)
LANESCOPE_HALF_FUNCTION2(exp10)
LANESCOPE_HALF_FUNCTION2(log)
LANESCOPE_HALF_FUNCTION2(log2)
LANESCOPE_HALF_FUNCTION2(log10)
LANESCOPE_HALF_FUNCTION2(rcp)
LANESCOPE_HALF_FUNCTION2(sqrt)
LANESCOPE_HALF_FUNCTION2(rsqrt)
LANESCOPE_HALF_FUNCTION2(sin)
LANESCOPE_HALF_FUNCTION2(cos)
LANESCOPE_HALF_FUNCTION2(floor)
LANESCOPE_HALF_FUNCTION2(ceil)
LANESCOPE_HALF_FUNCTION2(rint)
LANESCOPE_HALF_FUNCTION2(trunc)
#undef LANESCOPE_HALF_FUNCTION
#undef LANESCOPE_HALF_FUNCTION2

#define LANESCOPE_HALF_COMPARE(NAME)                                         \
  inline half2 __h##NAME##2(half2 a, half2 b) {                              \
    return {half(int(__h##NAME(a.x, b.x))), half(int(__h##NAME(a.y, b.y)))}; \
  }                                                                          \
  inline bool __hb##NAME##2(half2 a, half2 b) { return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y); }
LANESCOPE_HALF_COMPARE(lt)
LANESCOPE_HALF_COMPARE(le)
LANESCOPE_HALF_COMPARE(gt)
LANESCOPE_HALF_COMPARE(ge)
LANESCOPE_HALF_COMPARE(eq)
LANESCOPE_HALF_COMPARE(ne)
#undef LANESCOPE_HALF_COMPARE
inline half2 __low2half2(half2 a) { return {a.x, a.x}; }
inline half2 __high2half2(half2 a) { return {a.y, a.y}; }
inline half2 __lows2half2(half2 a, half2 b) { return {a.x, b.x}; }
inline half2 __highs2half2(half2 a, half2 b) { return {a.y, b.y}; }
inline half2 __hneg2(half2 a) { return {-a.x, -a.y}; }
inline half2 operator-(half2 a) { return __hneg2(a); }
inline half2 __habs2(half2 a) { return {__habs(a.x), __habs(a.y)}; }
inline half2 __hfma2_relu(half2 a, half2 b, half2 c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
inline half2 __hadd2_sat(half2 a, half2 b) { return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)}; }
inline half2 __hmul2_sat(half2 a, half2 b) { return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; }
