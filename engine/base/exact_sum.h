// Sums of floats that are rounded only once, at the end: they depend neither on the order nor on how the array is
// split, and cancellation does no harm.
//
// Many elements: a table of integers, one for each sign and exponent, each the sum of the mantissas found there;
// adding an element is adding an integer. R. M. Neal, "Fast Exact Summation Using Small and Large
// Superaccumulators", arXiv:1505.05571 (2015).
//
// A sum that is asked for again and again: numbers that do not overlap and whose sum is exact. J. R. Shewchuk,
// "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete & Computational
// Geometry 18 (1997); Python's math.fsum works the same way.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/progress.h"

namespace lanescope {

/// The sum of up to 2^40 elements of type T, float or double. Infinities and NaNs may be added, but then there is
/// no value.
template <class T>
class ExactSum {
 public:
  void add(const T* elements, std::size_t n);
  ExactSum& operator+=(const ExactSum& other);

  bool finite() const;       ///< whether all elements were
  double value() const;      ///< the nearest double; an infinity where that is beyond all doubles
  double magnitude() const;  ///< the same of |x|

 private:
  static constexpr int kMantissaBits = std::numeric_limits<T>::digits - 1;
  static constexpr std::size_t kExponents = sizeof(T) == 4 ? 1 << 8 : 1 << 11;
  /// 2^40 mantissas fit.
  using Bin = std::conditional_t<sizeof(T) == 4, std::uint64_t, unsigned __int128>;

  double rounded(int negative_sign) const;

  std::vector<Bin> bins_ = std::vector<Bin>(2 * kExponents);  ///< by exponent, first those without a sign
};

/// The sum of an array, and that of the magnitudes.
struct ExactSums {
  double value = 0, magnitude = 0;
};

/// Computed on all cores. If an element is not finite, the value is what a loop would give: an infinity or NaN.
/// Throws Cancelled.
template <class T>
ExactSums exact_sums(const std::vector<T>& elements, Progress& progress);

/// A sum that grows term by term, exact within the range of T: float, double or long double.
template <class T>
class GrowingSum {
 public:
  void add(T term) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      T part = parts_[i];
      if (std::abs(term) < std::abs(part)) std::swap(term, part);
      const T sum = term + part;
      const T lost = part - (sum - term);
      if (lost != 0) parts_[kept++] = lost;
      term = sum;
    }
    parts_[kept] = term;
    count_ = kept + 1;
  }

  /// Begins anew, at 0.
  void clear() { count_ = 0; }

  /// To within the last bit of T.
  T value() const {
    T sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += parts_[i];
    return sum;
  }

 private:
  /// Parts do not overlap, so no more of them fit between the smallest and the largest number.
  static constexpr std::size_t kParts =
      (std::numeric_limits<T>::max_exponent - std::numeric_limits<T>::min_exponent) /
          std::numeric_limits<T>::digits +
      3;
  std::array<T, kParts> parts_;  ///< rising; the first `count_` are set
  std::size_t count_ = 0;
};

}  // namespace lanescope
