// cuda_bf16.h: the upper half of a float, each operation in float and rounded to nearest even.
#pragma once

#include "lanescope_cuda.hpp"

struct __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __nv_bfloat16(float x) {
    const unsigned all = lanescope_bits<unsigned>(x);
    bits = static_cast<unsigned short>(x != x ? 0x7fff : (all + 0x7fffu + (all >> 16 & 1)) >> 16);
  }
  __nv_bfloat16(double x) : __nv_bfloat16(static_cast<float>(x)) {}
  __nv_bfloat16(int x) : __nv_bfloat16(static_cast<float>(x)) {}
  __nv_bfloat16(unsigned x) : __nv_bfloat16(static_cast<float>(x)) {}
  operator float() const { return lanescope_bits<float>(static_cast<unsigned>(bits) << 16); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};
typedef __nv_bfloat162 nv_bfloat162;

#define LANESCOPE_BFLOAT(SIGN, NAME)                                                                         \
  inline nv_bfloat16 operator SIGN(nv_bfloat16 a, nv_bfloat16 b) {                                           \
    return {static_cast<float>(a) SIGN static_cast<float>(b)};                                               \
  }                                                                                                          \
  inline nv_bfloat16& operator SIGN##=(nv_bfloat16& a, nv_bfloat16 b) { return a = a SIGN b; }               \
  inline nv_bfloat16 NAME(nv_bfloat16 a, nv_bfloat16 b) { return a SIGN b; }                                 \
  inline nv_bfloat162 operator SIGN(nv_bfloat162 a, nv_bfloat162 b) { return {a.x SIGN b.x, a.y SIGN b.y}; } \
  inline nv_bfloat162& operator SIGN##=(nv_bfloat162& a, nv_bfloat162 b) { return a = a SIGN b; }            \
  inline nv_bfloat162 NAME##2(nv_bfloat162 a, nv_bfloat162 b) { return a SIGN b; }
LANESCOPE_BFLOAT(+, __hadd)
LANESCOPE_BFLOAT(-, __hsub)
LANESCOPE_BFLOAT(*, __hmul)
LANESCOPE_BFLOAT(/, __hdiv)
#undef LANESCOPE_BFLOAT
inline nv_bfloat16 operator-(nv_bfloat16 a) { return {-static_cast<float>(a)}; }
#define LANESCOPE_COMPARE(SIGN, NAME)                        \
  inline bool operator SIGN(nv_bfloat16 a, nv_bfloat16 b) {  \
    return static_cast<float>(a) SIGN static_cast<float>(b); \
  }                                                          \
  inline bool NAME(nv_bfloat16 a, nv_bfloat16 b) { return a SIGN b; }
LANESCOPE_COMPARE(<, __hlt)
LANESCOPE_COMPARE(<=, __hle)
LANESCOPE_COMPARE(>, __hgt)
LANESCOPE_COMPARE(>=, __hge)
LANESCOPE_COMPARE(==, __heq)
LANESCOPE_COMPARE(!=, __hne)
#undef LANESCOPE_COMPARE

inline nv_bfloat16 __float2bfloat16(float x) { return {x}; }
inline nv_bfloat16 __float2bfloat16_rn(float x) { return {x}; }
inline nv_bfloat16 __double2bfloat16(double x) { return {x}; }
inline nv_bfloat16 __int2bfloat16_rn(int x) { return {x}; }
inline float __bfloat162float(nv_bfloat16 x) { return x; }
inline unsigned short __bfloat16_as_ushort(nv_bfloat16 x) { return x.bits; }
inline nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  nv_bfloat16 x;
  x.bits = bits;
  return x;
}
inline nv_bfloat16 __hneg(nv_bfloat16 a) { return -a; }
inline nv_bfloat16 __habs(nv_bfloat16 a) { return {fabsf(a)}; }
inline nv_bfloat16 __hmax(nv_bfloat16 a, nv_bfloat16 b) { return a < b ? b : a; }
inline nv_bfloat16 __hmin(nv_bfloat16 a, nv_bfloat16 b) { return b < a ? b : a; }
inline nv_bfloat16 __hfma(nv_bfloat16 a, nv_bfloat16 b, nv_bfloat16 c) { return {fmaf(a, b, c)}; }
inline bool __hisnan(nv_bfloat16 a) { return static_cast<float>(a) != static_cast<float>(a); }
inline nv_bfloat16 hsqrt(nv_bfloat16 a) { return {sqrtf(a)}; }
inline nv_bfloat16 hrsqrt(nv_bfloat16 a) { return {1.0f / sqrtf(a)}; }
inline nv_bfloat16 hexp(nv_bfloat16 a) { return {expf(a)}; }
inline nv_bfloat16 hlog(nv_bfloat16 a) { return {logf(a)}; }
inline nv_bfloat16 htanh(nv_bfloat16 a) { return {tanhf(a)}; }

inline nv_bfloat162 __bfloat162bfloat162(nv_bfloat16 a) { return {a, a}; }
inline nv_bfloat162 __halves2bfloat162(nv_bfloat16 a, nv_bfloat16 b) { return {a, b}; }
inline nv_bfloat162 make_bfloat162(nv_bfloat16 a, nv_bfloat16 b) { return {a, b}; }
inline nv_bfloat162 __float2bfloat162_rn(float x) { return {{x}, {x}}; }
inline nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {{x}, {y}}; }
inline nv_bfloat162 __float22bfloat162_rn(float2 a) { return {{a.x}, {a.y}}; }
inline float2 __bfloat1622float2(nv_bfloat162 a) { return {a.x, a.y}; }
inline nv_bfloat16 __low2bfloat16(nv_bfloat162 a) { return a.x; }
inline nv_bfloat16 __high2bfloat16(nv_bfloat162 a) { return a.y; }
inline float __low2float(nv_bfloat162 a) { return a.x; }
inline float __high2float(nv_bfloat162 a) { return a.y; }
inline nv_bfloat162 __hfma2(nv_bfloat162 a, nv_bfloat162 b, nv_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
