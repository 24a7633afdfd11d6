// Functions of the GPU that the host's library does not have. Those that are less exact there are exact here.
#pragma once

#define CUDART_INF_F __builtin_inff()
#define CUDART_INF __builtin_inf()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931

#define LANESCOPE_MIN_MAX(R, A, B)                                                                        \
  inline constexpr R min(A a, B b) { return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); } \
  inline constexpr R max(A a, B b) { return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a); }
LANESCOPE_MIN_MAX(int, int, int)
LANESCOPE_MIN_MAX(unsigned, unsigned, unsigned)
LANESCOPE_MIN_MAX(unsigned, int, unsigned)
LANESCOPE_MIN_MAX(unsigned, unsigned, int)
LANESCOPE_MIN_MAX(long, long, long)
LANESCOPE_MIN_MAX(long, long, int)
LANESCOPE_MIN_MAX(long, int, long)
LANESCOPE_MIN_MAX(unsigned long, unsigned long, unsigned long)
LANESCOPE_MIN_MAX(unsigned long, unsigned long, unsigned)
LANESCOPE_MIN_MAX(unsigned long, unsigned, unsigned long)
LANESCOPE_MIN_MAX(unsigned long, unsigned long, int)
LANESCOPE_MIN_MAX(unsigned long, int, unsigned long)
LANESCOPE_MIN_MAX(long long, long long, long long)
LANESCOPE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
LANESCOPE_MIN_MAX(float, float, float)
LANESCOPE_MIN_MAX(double, double, double)
LANESCOPE_MIN_MAX(double, double, float)
LANESCOPE_MIN_MAX(double, float, double)
#undef LANESCOPE_MIN_MAX

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
// The host's library declares some of these names.
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __powf(x, y) powf(x, y)
#define __sincosf(x, s, c) sincosf(x, s, c)
inline float __fdividef(float a, float b) { return a / b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __saturatef(float a) { return a < 0 ? 0.0f : a > 1 ? 1.0f : a; }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline int __mul24(int a, int b) { return static_cast<int>(static_cast<unsigned>(a) << 8) / 256 * (static_cast<int>(static_cast<unsigned>(b) << 8) / 256); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline unsigned __sad(int a, int b, unsigned c) { return c + static_cast<unsigned>(a < b ? b - a : a - b); }

template <class To, class From>
LANESCOPE_INLINE To lanescope_bits(From from) {
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}
inline int __float_as_int(float f) { return lanescope_bits<int>(f); }
inline unsigned __float_as_uint(float f) { return lanescope_bits<unsigned>(f); }
inline float __int_as_float(int i) { return lanescope_bits<float>(i); }
inline float __uint_as_float(unsigned i) { return lanescope_bits<float>(i); }
inline long long __double_as_longlong(double d) { return lanescope_bits<long long>(d); }
inline double __longlong_as_double(long long i) { return lanescope_bits<double>(i); }
inline int __float2int_rn(float f) { return static_cast<int>(rintf(f)); }
inline int __float2int_rz(float f) { return static_cast<int>(f); }
inline int __float2int_rd(float f) { return static_cast<int>(floorf(f)); }
inline int __float2int_ru(float f) { return static_cast<int>(ceilf(f)); }
inline unsigned __float2uint_rn(float f) { return static_cast<unsigned>(rintf(f)); }
inline float __int2float_rn(int i) { return static_cast<float>(i); }
inline float __uint2float_rn(unsigned i) { return static_cast<float>(i); }
inline float __double2float_rn(double d) { return static_cast<float>(d); }

// Macros, so that the access is in the line of the kernel.
#define __ldg(place) (*(place))
#define __ldcg(place) (*(place))
#define __ldca(place) (*(place))
#define __ldcs(place) (*(place))
#define __ldcv(place) (*(place))
#define __stcg(place, value) (*(place) = (value))
#define __stcs(place, value) (*(place) = (value))
#define __stwb(place, value) (*(place) = (value))
#define __stwt(place, value) (*(place) = (value))
