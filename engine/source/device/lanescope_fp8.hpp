// cuda_fp8.h: fractions of 8 bits, with 4 bits of exponent and 3 of mantissa, or with 5 and 2. Rounded to nearest
// even.
#pragma once

#include "lanescope_bfloat.hpp"
#include "lanescope_half.hpp"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace lanescope_fp8 {

struct Format {
  int mantissa, bias;
  unsigned largest, overflow, none;  ///< bits: of the largest number, of what is larger, of what is no number
};
constexpr Format kFormats[] = {{3, 7, 0x7e, 0x7f, 0x7f}, {2, 15, 0x7b, 0x7c, 0x7f}};

inline unsigned char bits_of(double value, __nv_saturation_t saturation, __nv_fp8_interpretation_t how) {
  const Format format = kFormats[how];
  if (value != value) return static_cast<unsigned char>(format.none);
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  const double size = std::fabs(value), least = 1 - format.bias;
  unsigned bits = format.largest + 1;
  if (size < 1e30) {
    const int exponent =
        size == 0 ? 1 - format.bias : static_cast<int>(std::fmax(std::floor(std::log2(size)), least));
    // A carry of the mantissa is one of the exponent.
    const auto rounded = static_cast<unsigned>(std::nearbyint(std::ldexp(size, format.mantissa - exponent)));
    bits = rounded + (static_cast<unsigned>(exponent + format.bias - 1) << format.mantissa);
  }
  if (bits > format.largest) bits = saturation == __NV_SATFINITE ? format.largest : format.overflow;
  return static_cast<unsigned char>(sign | bits);
}

inline float value_of(unsigned char bits, __nv_fp8_interpretation_t how) {
  const Format format = kFormats[how];
  const unsigned size = bits & 0x7f, exponent = size >> format.mantissa,
                 mantissa = size & ((1u << format.mantissa) - 1);
  const float sign = bits & 0x80 ? -1.0f : 1.0f;
  if (size > format.largest) return how == __NV_E5M2 && mantissa == 0 ? sign * INFINITY : NAN;
  const int scale = static_cast<int>(exponent == 0 ? 1 : exponent) - format.bias - format.mantissa;
  return sign * std::ldexp(static_cast<float>(mantissa + (exponent == 0 ? 0u : 1u << format.mantissa)), scale);
}

}  // namespace lanescope_fp8

inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                 __nv_fp8_interpretation_t how) {
  return lanescope_fp8::bits_of(x, saturation, how);
}
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                __nv_fp8_interpretation_t how) {
  return lanescope_fp8::bits_of(x, saturation, how);
}
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation,
                                                     __nv_fp8_interpretation_t how) {
  return static_cast<__nv_fp8x2_storage_t>(lanescope_fp8::bits_of(x.x, saturation, how) |
                                           lanescope_fp8::bits_of(x.y, saturation, how) << 8);
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t how) {
  const __half value(lanescope_fp8::value_of(x, how));
  __half_raw raw;
  __builtin_memcpy(&raw, &value, sizeof raw);
  return raw;
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                  __nv_fp8_interpretation_t how) {
  return lanescope_fp8::bits_of(static_cast<float>(__half(x)), saturation, how);
}

#define LANESCOPE_FP8(NAME, HOW)                                                                                \
  struct __nv_fp8_##NAME {                                                                                      \
    __nv_fp8_storage_t __x;                                                                                     \
    __nv_fp8_##NAME() = default;                                                                                \
    template <class T, class = std::enable_if_t<std::is_convertible_v<T, float>>>                               \
    explicit __nv_fp8_##NAME(T x) : __x(lanescope_fp8::bits_of(static_cast<double>(x), __NV_SATFINITE, HOW)) {} \
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> && !std::is_same_v<T, bool>>>           \
    explicit operator T() const {                                                                               \
      return static_cast<T>(lanescope_fp8::value_of(__x, HOW));                                                 \
    }                                                                                                           \
    explicit operator bool() const { return (__x & 0x7f) != 0; }                                                \
    explicit operator __half() const { return {lanescope_fp8::value_of(__x, HOW)}; }                            \
    explicit operator __nv_bfloat16() const { return {lanescope_fp8::value_of(__x, HOW)}; }                     \
  };                                                                                                            \
  struct __nv_fp8x2_##NAME {                                                                                    \
    __nv_fp8x2_storage_t __x;                                                                                   \
    __nv_fp8x2_##NAME() = default;                                                                              \
    explicit __nv_fp8x2_##NAME(float2 a) : __x(__nv_cvt_float2_to_fp8x2(a, __NV_SATFINITE, HOW)) {}             \
    explicit operator float2() const {                                                                          \
      return {lanescope_fp8::value_of(__x & 0xff, HOW),                                                         \
              lanescope_fp8::value_of(static_cast<unsigned char>(__x >> 8), HOW)};                              \
    }                                                                                                           \
  };                                                                                                            \
  struct __nv_fp8x4_##NAME {                                                                                    \
    __nv_fp8x4_storage_t __x;                                                                                   \
    __nv_fp8x4_##NAME() = default;                                                                              \
    explicit __nv_fp8x4_##NAME(float4 a)                                                                        \
        : __x(__nv_fp8x2_##NAME(float2{a.x, a.y}).__x |                                                         \
              static_cast<unsigned>(__nv_fp8x2_##NAME(float2{a.z, a.w}).__x) << 16) {}                          \
    explicit operator float4() const {                                                                          \
      const auto at = [&](int i) {                                                                              \
        return lanescope_fp8::value_of(static_cast<unsigned char>(__x >> 8 * i), HOW);                          \
      };                                                                                                        \
      return {at(0), at(1), at(2), at(3)};                                                                      \
    }                                                                                                           \
  };
LANESCOPE_FP8(e4m3, __NV_E4M3)
LANESCOPE_FP8(e5m2, __NV_E5M2)
#undef LANESCOPE_FP8
