// cuda_fp16.h: half precision by the compiler's own type, each operation rounded as on a GPU.
#pragma once

#include "lanescope_cuda.hpp"

struct __half {
  _Float16 v;
  __half() = default;
  __half(float x) : v(static_cast<_Float16>(x)) {}
  __half(double x) : v(static_cast<_Float16>(x)) {}
  __half(int x) : v(static_cast<_Float16>(x)) {}
  __half(unsigned x) : v(static_cast<_Float16>(x)) {}
  explicit __half(_Float16 x) : v(x) {}
  operator float() const { return static_cast<float>(v); }
};
typedef __half half;
struct alignas(4) __half2 {
  __half x, y;
};
typedef __half2 half2;

#define LANESCOPE_HALF(SIGN, NAME)                                                                        \
  inline half operator SIGN(half a, half b) { return half(static_cast<_Float16>(a.v SIGN b.v)); }         \
  inline half& operator SIGN##=(half& a, half b) { return a = a SIGN b; }                                 \
  inline half NAME(half a, half b) { return a SIGN b; }                                                   \
  inline half2 operator SIGN(half2 a, half2 b) { return {a.x SIGN b.x, a.y SIGN b.y}; }                   \
  inline half2& operator SIGN##=(half2& a, half2 b) { return a = a SIGN b; }                              \
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

inline half __float2half(float x) { return half(x); }
inline half __float2half_rn(float x) { return half(x); }
inline half __double2half(double x) { return half(x); }
inline float __half2float(half x) { return x; }
inline half __int2half_rn(int x) { return half(x); }
inline int __half2int_rn(half x) { return static_cast<int>(rintf(x)); }
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
