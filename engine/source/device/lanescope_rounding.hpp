// Arithmetic and conversions that round in a direction: _rn to the nearest, _rz to zero, _ru up, _rd down.
#pragma once

#include <cfenv>

enum LanescopeRounding {
  lanescope_rn = FE_TONEAREST,
  lanescope_rz = FE_TOWARDZERO,
  lanescope_ru = FE_UPWARD,
  lanescope_rd = FE_DOWNWARD
};

/// The compiler must not work it out in advance, or move it to where another rounding holds.
#define LANESCOPE_ROUNDED(R, NAME, EXPRESSION, ...)                    \
  template <int kRounding>                                             \
  __attribute__((noinline, LANESCOPE_UNWATCHED)) R NAME(__VA_ARGS__) { \
    const int before = fegetround();                                   \
    fesetround(kRounding);                                             \
    __asm__ volatile("" : "+m"(a), "+m"(b), "+m"(c)::"memory");        \
    R result = EXPRESSION;                                             \
    __asm__ volatile("" : "+m"(result)::"memory");                     \
    fesetround(before);                                                \
    return result;                                                     \
  }
#define LANESCOPE_ROUNDED_NUMBERS(T, FMA, SQRT)                            \
  LANESCOPE_ROUNDED(T, lanescope_rounded_add, a + b, T a, T b, T c = 0)    \
  LANESCOPE_ROUNDED(T, lanescope_rounded_sub, a - b, T a, T b, T c = 0)    \
  LANESCOPE_ROUNDED(T, lanescope_rounded_mul, a* b, T a, T b, T c = 0)     \
  LANESCOPE_ROUNDED(T, lanescope_rounded_div, a / b, T a, T b, T c = 0)    \
  LANESCOPE_ROUNDED(T, lanescope_rounded_fma, FMA(a, b, c), T a, T b, T c) \
  LANESCOPE_ROUNDED(T, lanescope_rounded_sqrt, SQRT(a), T a, T b = 0, T c = 0)
LANESCOPE_ROUNDED_NUMBERS(float, fmaf, sqrtf)
LANESCOPE_ROUNDED_NUMBERS(double, fma, sqrt)
#undef LANESCOPE_ROUNDED_NUMBERS
LANESCOPE_ROUNDED(float, lanescope_float_of, static_cast<float>(a), double a, int b = 0, int c = 0)
LANESCOPE_ROUNDED(float, lanescope_float_of, static_cast<float>(a), long long a, int b = 0, int c = 0)
LANESCOPE_ROUNDED(float, lanescope_float_of, static_cast<float>(a), unsigned long long a, int b = 0, int c = 0)
LANESCOPE_ROUNDED(double, lanescope_double_of, static_cast<double>(a), long long a, int b = 0, int c = 0)
LANESCOPE_ROUNDED(double, lanescope_double_of, static_cast<double>(a), unsigned long long a, int b = 0, int c = 0)
#undef LANESCOPE_ROUNDED

#define LANESCOPE_DIRECTED(WHERE)                                                                             \
  inline float __fadd_##WHERE(float a, float b) { return lanescope_rounded_add<lanescope_##WHERE>(a, b); }    \
  inline float __fsub_##WHERE(float a, float b) { return lanescope_rounded_sub<lanescope_##WHERE>(a, b); }    \
  inline float __fmul_##WHERE(float a, float b) { return lanescope_rounded_mul<lanescope_##WHERE>(a, b); }    \
  inline float __fdiv_##WHERE(float a, float b) { return lanescope_rounded_div<lanescope_##WHERE>(a, b); }    \
  inline float __frcp_##WHERE(float a) { return lanescope_rounded_div<lanescope_##WHERE>(1.0f, a); }          \
  inline float __fsqrt_##WHERE(float a) { return lanescope_rounded_sqrt<lanescope_##WHERE>(a); }              \
  inline float __fmaf_##WHERE(float a, float b, float c) {                                                    \
    return lanescope_rounded_fma<lanescope_##WHERE>(a, b, c);                                                 \
  }                                                                                                           \
  inline float __fmaf_ieee_##WHERE(float a, float b, float c) { return __fmaf_##WHERE(a, b, c); }             \
  inline double __dadd_##WHERE(double a, double b) { return lanescope_rounded_add<lanescope_##WHERE>(a, b); } \
  inline double __dsub_##WHERE(double a, double b) { return lanescope_rounded_sub<lanescope_##WHERE>(a, b); } \
  inline double __dmul_##WHERE(double a, double b) { return lanescope_rounded_mul<lanescope_##WHERE>(a, b); } \
  inline double __ddiv_##WHERE(double a, double b) { return lanescope_rounded_div<lanescope_##WHERE>(a, b); } \
  inline double __drcp_##WHERE(double a) { return lanescope_rounded_div<lanescope_##WHERE>(1.0, a); }         \
  inline double __dsqrt_##WHERE(double a) { return lanescope_rounded_sqrt<lanescope_##WHERE>(a); }            \
  inline double __fma_##WHERE(double a, double b, double c) {                                                 \
    return lanescope_rounded_fma<lanescope_##WHERE>(a, b, c);                                                 \
  }                                                                                                           \
  inline float __double2float_##WHERE(double a) { return lanescope_float_of<lanescope_##WHERE>(a); }          \
  inline float __int2float_##WHERE(int a) {                                                                   \
    return lanescope_float_of<lanescope_##WHERE>(static_cast<long long>(a));                                  \
  }                                                                                                           \
  inline float __uint2float_##WHERE(unsigned a) {                                                             \
    return lanescope_float_of<lanescope_##WHERE>(static_cast<long long>(a));                                  \
  }                                                                                                           \
  inline float __ll2float_##WHERE(long long a) { return lanescope_float_of<lanescope_##WHERE>(a); }           \
  inline float __ull2float_##WHERE(unsigned long long a) { return lanescope_float_of<lanescope_##WHERE>(a); } \
  inline double __ll2double_##WHERE(long long a) { return lanescope_double_of<lanescope_##WHERE>(a); }        \
  inline double __ull2double_##WHERE(unsigned long long a) { return lanescope_double_of<lanescope_##WHERE>(a); }
LANESCOPE_DIRECTED(rz)
LANESCOPE_DIRECTED(ru)
LANESCOPE_DIRECTED(rd)
#undef LANESCOPE_DIRECTED

// To the nearest is what the processor does anyway.
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __fmaf_ieee_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __drcp_rn(double a) { return 1.0 / a; }
inline double __dsqrt_rn(double a) { return sqrt(a); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline float __double2float_rn(double d) { return static_cast<float>(d); }
inline float __int2float_rn(int i) { return static_cast<float>(i); }
inline float __uint2float_rn(unsigned i) { return static_cast<float>(i); }
inline float __ll2float_rn(long long i) { return static_cast<float>(i); }
inline float __ull2float_rn(unsigned long long i) { return static_cast<float>(i); }
inline double __ll2double_rn(long long i) { return static_cast<double>(i); }
inline double __ull2double_rn(unsigned long long i) { return static_cast<double>(i); }
inline double __int2double_rn(int i) { return i; }
inline double __uint2double_rn(unsigned i) { return i; }

// To whole numbers. One outside of the type is its nearest end there, and no number is 0.
template <class To, class From>
LANESCOPE_INLINE To lanescope_whole(From from) {
  if (from != from) return 0;
  constexpr To least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
  if (from <= static_cast<From>(least)) return least;
  return from >= static_cast<From>(most) ? most : static_cast<To>(from);
}
#define LANESCOPE_WHOLE(FROM, NAME, TO, SHORT)                                                  \
  inline TO __##NAME##2##SHORT##_rn(FROM a) { return lanescope_whole<TO>(__builtin_rint(a)); }  \
  inline TO __##NAME##2##SHORT##_rz(FROM a) { return lanescope_whole<TO>(__builtin_trunc(a)); } \
  inline TO __##NAME##2##SHORT##_rd(FROM a) { return lanescope_whole<TO>(__builtin_floor(a)); } \
  inline TO __##NAME##2##SHORT##_ru(FROM a) { return lanescope_whole<TO>(__builtin_ceil(a)); }
#define LANESCOPE_WHOLES(FROM, NAME)          \
  LANESCOPE_WHOLE(FROM, NAME, int, int)       \
  LANESCOPE_WHOLE(FROM, NAME, unsigned, uint) \
  LANESCOPE_WHOLE(FROM, NAME, long long, ll)  \
  LANESCOPE_WHOLE(FROM, NAME, unsigned long long, ull)
LANESCOPE_WHOLES(float, float)
LANESCOPE_WHOLES(double, double)
#undef LANESCOPE_WHOLES
#undef LANESCOPE_WHOLE
