#include "engine/base/exact_sum.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "engine/base/parallel.h"

namespace lanescope {

template <class T>
void ExactSum<T>::add(const T* elements, std::size_t n) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kHidden = Bits{1} << kMantissaBits;  // the implicit bit, which subnormal numbers do not have
  Bin* bins = bins_.data();
  for (std::size_t i = 0; i < n; ++i) {
    Bits bits;
    std::memcpy(&bits, &elements[i], sizeof bits);
    const Bits bin = bits >> kMantissaBits;
    const bool normal = bin % kExponents != 0;
    bins[bin] += (bits & (kHidden - 1)) | (normal ? kHidden : 0);
  }
}

template <class T>
ExactSum<T>& ExactSum<T>::operator+=(const ExactSum& other) {
  for (std::size_t i = 0; i < bins_.size(); ++i) bins_[i] += other.bins_[i];
  return *this;
}

template <class T>
bool ExactSum<T>::finite() const {
  return bins_[kExponents - 1] == 0 && bins_.back() == 0;
}

template <class T>
double ExactSum<T>::value() const {
  return rounded(-1);
}

template <class T>
double ExactSum<T>::magnitude() const {
  return rounded(1);
}

/// The bins' sum as a binary number, lowest digit first, rounded to a double.
template <class T>
double ExactSum<T>::rounded(int negative_sign) const {
  constexpr std::size_t kCarried = 128;  // digits beyond the largest exponent
  const auto digits_of = [&](int sign, std::vector<bool>& digits) {
    __int128 carry = 0;
    for (std::size_t digit = 0; digit < digits.size(); ++digit) {
      const std::size_t exponent = digit + 1;  // both lowest exponents stand for the same digit
      const auto bin = [&](std::size_t i) {
        return static_cast<__int128>(bins_[i]) + negative_sign * static_cast<__int128>(bins_[kExponents + i]);
      };
      if (exponent == 1) carry += sign * bin(0);
      if (exponent < kExponents - 1) carry += sign * bin(exponent);
      digits[digit] = (carry & 1) != 0;
      carry >>= 1;
    }
    return carry < 0;
  };
  std::vector<bool> digits(kExponents + kCarried);
  const bool negative = digits_of(1, digits);
  if (negative) digits_of(-1, digits);
  const auto top = static_cast<std::size_t>(std::find(digits.rbegin(), digits.rend(), true) - digits.rbegin());
  if (top == digits.size()) return 0;
  // The highest 64 digits; the lowest of them is set if any digit after it is, which is enough to round to 53.
  const std::size_t end = digits.size() - top, begin = end - std::min<std::size_t>(end, 64);
  std::uint64_t highest = 0;
  for (std::size_t i = end; i-- > begin;) highest = 2 * highest + digits[i];
  for (std::size_t i = 0; i < begin; ++i) highest |= digits[i];
  constexpr int kLowestExponent = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  const double magnitude = std::ldexp(static_cast<double>(highest), static_cast<int>(begin) + kLowestExponent);
  return negative ? -magnitude : magnitude;
}

template <class T>
ExactSums exact_sums(const std::vector<T>& elements, Progress& progress) {
  constexpr std::size_t kPiece = 1 << 20;
  ExactSum<T> all;
  std::mutex mutex;
  for_each_piece(elements.size(), kPiece, progress, [&](std::size_t begin, std::size_t end) {
    ExactSum<T> piece;
    piece.add(elements.data() + begin, end - begin);
    const std::lock_guard lock(mutex);
    all += piece;  // integers: in whatever order
  });
  ExactSums sums{all.value(), all.magnitude()};
  if (!all.finite()) {
    sums = {};
    for (const T x : elements) {
      sums.value += x;
      sums.magnitude += std::abs(static_cast<double>(x));
    }
  }
  return sums;
}

template class ExactSum<float>;
template class ExactSum<double>;
template ExactSums exact_sums(const std::vector<float>&, Progress&);
template ExactSums exact_sums(const std::vector<double>&, Progress&);

}  // namespace lanescope
