// Functions of the GPU that the host's library does not have. Those that are less exact there are exact here.
#pragma once

// Of any two types of numbers, as what their sum would be; of a number and none it is the number, as on a GPU. They
// are templates of nothing, so that a file's own function of the same name and types is preferred, but no template
// of it or of std is.
template <class T>
LANESCOPE_INLINE constexpr T lanescope_lesser(T a, T b) {
  return b < a || a != a ? b : a;
}
template <class T>
LANESCOPE_INLINE constexpr T lanescope_greater(T a, T b) {
  return a < b || a != a ? b : a;
}
#define LANESCOPE_MIN_MAX(A, B)                                                                                  \
  template <int...>                                                                                              \
  LANESCOPE_INLINE constexpr auto min(A a, B b) {                                                                \
    return lanescope_lesser<decltype(a + b)>(static_cast<decltype(a + b)>(a), static_cast<decltype(a + b)>(b));  \
  }                                                                                                              \
  template <int...>                                                                                              \
  LANESCOPE_INLINE constexpr auto max(A a, B b) {                                                                \
    return lanescope_greater<decltype(a + b)>(static_cast<decltype(a + b)>(a), static_cast<decltype(a + b)>(b)); \
  }
#define LANESCOPE_MIN_MAX_WITH(B)                                                                          \
  LANESCOPE_MIN_MAX(int, B)                                                                                \
  LANESCOPE_MIN_MAX(unsigned, B) LANESCOPE_MIN_MAX(long, B) LANESCOPE_MIN_MAX(unsigned long, B)            \
      LANESCOPE_MIN_MAX(long long, B) LANESCOPE_MIN_MAX(unsigned long long, B) LANESCOPE_MIN_MAX(float, B) \
          LANESCOPE_MIN_MAX(double, B)
LANESCOPE_MIN_MAX_WITH(int)
LANESCOPE_MIN_MAX_WITH(unsigned)
LANESCOPE_MIN_MAX_WITH(long)
LANESCOPE_MIN_MAX_WITH(unsigned long)
LANESCOPE_MIN_MAX_WITH(long long)
LANESCOPE_MIN_MAX_WITH(unsigned long long)
LANESCOPE_MIN_MAX_WITH(float)
LANESCOPE_MIN_MAX_WITH(double)
#undef LANESCOPE_MIN_MAX_WITH
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
inline float __saturatef(float a) { return a < 0 ? 0.0f : a > 1 ? 1.0f : a; }
inline float __frsqrt_rn(float a) { return 1.0f / sqrtf(a); }
inline float fdividef(float a, float b) { return a / b; }
inline float sinpif(float x) { return static_cast<float>(sin(CUDART_PI * x)); }
inline float cospif(float x) { return static_cast<float>(cos(CUDART_PI * x)); }
inline double sinpi(double x) { return sin(CUDART_PI * x); }
inline double cospi(double x) { return cos(CUDART_PI * x); }
inline void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
inline void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
inline float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
inline double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
inline float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
inline float norm4df(float x, float y, float z, float w) { return sqrtf(x * x + y * y + z * z + w * w); }
inline double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
inline float rnorm4df(float x, float y, float z, float w) { return 1.0f / norm4df(x, y, z, w); }
inline double norm4d(double x, double y, double z, double w) { return sqrt(x * x + y * y + z * z + w * w); }
inline double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
template <class T>
LANESCOPE_INLINE T lanescope_norm(int count, const T* p) {
  T sum = 0;
  for (int i = 0; i < count; ++i) sum += p[i] * p[i];
  return std::sqrt(sum);
}
inline float normf(int count, const float* p) { return lanescope_norm(count, p); }
inline double norm(int count, const double* p) { return lanescope_norm(count, p); }
inline float rnormf(int count, const float* p) { return 1.0f / normf(count, p); }
inline double rnorm(int count, const double* p) { return 1.0 / norm(count, p); }
/// By Newton's steps on erf(), which end where the number no longer changes it.
inline double erfinv(double y) {
  if (!(y > -1 && y < 1)) return y == 1 ? CUDART_INF : y == -1 ? -CUDART_INF : CUDART_NAN;
  const double w = log((1 - y) * (1 + y)), part = 4.330746750799873 + w / 2;
  double x = copysign(sqrt(sqrt(part * part - w / 0.147) - part), y);
  for (int i = 0; i < 4; ++i)
    x -= (y > 0.5    ? (1 - y) - erfc(x)
          : y < -0.5 ? erfc(-x) - (1 + y)
                     : erf(x) - y) *
         0.8862269254527580 * exp(x * x);
  return x;
}
inline double erfcinv(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? CUDART_INF : y == 2 ? -CUDART_INF : CUDART_NAN;
  if (y > 0.0625) return erfinv(1 - y);
  double x = sqrt(-log(y * sqrt(-3.14159265358979324 * log(y))));
  for (int i = 0; i < 6; ++i) x += (erfc(x) / y - 1) * y * 0.8862269254527580 * exp(x * x);
  return x;
}
inline float erfinvf(float y) { return static_cast<float>(erfinv(y)); }
inline float erfcinvf(float y) { return static_cast<float>(erfcinv(y)); }
inline double normcdfinv(double y) { return -1.4142135623730950 * erfcinv(2 * y); }
inline float normcdfinvf(float y) { return static_cast<float>(normcdfinv(y)); }
/// exp(x * x) * erfc(x); for large numbers by the continued fraction.
inline double erfcx(double x) {
  if (x < 10) return exp(x * x) * erfc(x);
  double rest = 0;
  for (int i = 60; i > 0; --i) rest = i * 0.5 / (x + rest);
  return 0.5641895835477563 / (x + rest);
}
inline float erfcxf(float x) { return static_cast<float>(erfcx(x)); }
inline double cyl_bessel_i0(double x) { return std::cyl_bessel_i(0.0, fabs(x)); }
inline double cyl_bessel_i1(double x) { return copysign(std::cyl_bessel_i(1.0, fabs(x)), x); }
inline float cyl_bessel_i0f(float x) { return static_cast<float>(cyl_bessel_i0(x)); }
inline float cyl_bessel_i1f(float x) { return static_cast<float>(cyl_bessel_i1(x)); }
inline float __tanhf(float x) { return tanhf(x); }
inline float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
inline double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
inline long long llmax(long long a, long long b) { return a < b ? b : a; }

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
inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) << 8) / 256 *
         (static_cast<int>(static_cast<unsigned>(b) << 8) / 256);
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline unsigned __sad(int a, int b, unsigned c) { return c + static_cast<unsigned>(a < b ? b - a : a - b); }

inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
/// Where the bit is that is the `offset`-th set one from `base` on, up or, where that is negative, down; -1:
/// nowhere.
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) && --left == 0) return static_cast<unsigned>(at);
  return 0xffffffffu;
}
/// Bytes of both words, each chosen by four bits of the third.
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned choice) {
  const unsigned long long both = static_cast<unsigned long long>(b) << 32 | a;
  unsigned word = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned how = choice >> 4 * i & 15, byte = static_cast<unsigned>(both >> 8 * (how & 7)) & 255;
    word |= ((how & 8) != 0 ? (byte & 128) != 0 ? 255u : 0u : byte) << 8 * i;
  }
  return word;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (by & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (by & 31));
}

inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
  return by >= 32 ? low : __funnelshift_l(low, high, by);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
  return by >= 32 ? high : __funnelshift_r(low, high, by);
}

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
inline int __double2hiint(double d) { return static_cast<int>(__double_as_longlong(d) >> 32); }
inline int __double2loint(double d) { return static_cast<int>(__double_as_longlong(d)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

// Macros, so that the access is in the line of the kernel.
#define __ldg(place) (*(place))
#define __ldcg(place) (*(place))
#define __ldca(place) (*(place))
#define __ldcs(place) (*(place))
#define __ldcv(place) (*(place))
#define __ldlu(place) (*(place))
#define __builtin_assume(condition) ((void)0)
#define __stcg(place, value) (*(place) = (value))
#define __stcs(place, value) (*(place) = (value))
#define __stwb(place, value) (*(place) = (value))
#define __stwt(place, value) (*(place) = (value))
