// A random number for every index, computed from the seed and the index alone: any thread can fill any part of an
// array, and every machine gets the same array. Only exactly rounded operations are used, for the same reason.
#pragma once

#include <cmath>
#include <cstdint>

namespace lanescope {

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// 64 random bits. The seed is mixed first, so that neighbouring seeds do not give shifted copies of one array.
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;
  return mix64(mix64(seed + kGolden) + (index + 1) * kGolden);
}

/// [0, 1): 24 bits, every value a float holds exactly.
constexpr float uniform_float(std::uint64_t bits) {
  return static_cast<float>(bits >> 40) * 0x1p-24f;
}

/// [0, 1): 53 bits, every value a double holds exactly.
constexpr double uniform_double(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// -100 .. 100, each as likely as the others to one part in 2^32 / 201.
constexpr std::int32_t uniform_int(std::uint64_t bits) {
  return static_cast<std::int32_t>(((bits >> 32) * 201) >> 32) - 100;
}

/// Natural logarithm for 0 < x < 1. The library's may differ in the last bit from machine to machine.
inline double portable_log(double x) {
  constexpr double kLn2 = 0x1.62e42fefa39efp-1;
  int exponent = 0;
  const double m = std::frexp(x, &exponent);       // 0.5 <= m < 1
  const double z = (m - 1) / (m + 1), zz = z * z;  // log m = 2 atanh z, |z| <= 1/3
  double series = 0;
  for (int k = 33; k >= 1; k -= 2) series = series * zz + 1.0 / k;
  return 2 * z * series + exponent * kLn2;
}

/// Standard normal: the inverse of its distribution function by P. Acklam's rational approximation (relative
/// error below 1.2e-9, finer than a float).
inline double normal_double(std::uint64_t bits) {
  const double p = (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;  // 0 < p < 1
  constexpr double kTail = 0.02425;
  if (p < kTail || p > 1 - kTail) {
    const double q = std::sqrt(-2 * portable_log(p < kTail ? p : 1 - p));
    const double up = ((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838e+00) * q -
                        2.549732539343734e+00) *
                           q +
                       4.374664141464968e+00) *
                          q +
                      2.938163982698783e+00;
    const double down = (((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) * q +
                         3.754408661907416e+00) *
                            q +
                        1;
    return p < kTail ? up / down : -up / down;
  }
  const double q = p - 0.5, r = q * q;
  const double up = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
                       1.383577518672690e+02) *
                          r -
                      3.066479806614716e+01) *
                         r +
                     2.506628277459239e+00) *
                    q;
  const double down = ((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
                        6.680131188771972e+01) *
                           r -
                       1.328068155288572e+01) *
                          r +
                      1;
  return up / down;
}

}  // namespace lanescope
