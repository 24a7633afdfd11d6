// In pieces on all cores. Pieces are combined in their order, or exactly, so the result is the same on every
// machine.
#include "engine/workload/reference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/base/exact_sum.h"
#include "engine/base/parallel.h"
#include "engine/base/quotient.h"

namespace lanescope {
namespace {

constexpr std::size_t kReducedPiece = 1 << 20;

/// What `reduce(begin, end)` gives for each piece of 0 .. n, in their order.
template <class Reduce>
auto of_pieces(std::size_t n, Progress& progress, Reduce reduce) {
  std::vector<decltype(reduce(n, n))> results(quotient_up(n, kReducedPiece));
  for_each_piece(n, kReducedPiece, progress,
                 [&](std::size_t begin, std::size_t end) { results[begin / kReducedPiece] = reduce(begin, end); });
  return results;
}

/// What a product of floats is computed in: its rounding cannot be seen in the type.
template <class T>
using ProductTypeOf = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// mantissa * 2^exponent. The exponent is kept apart, so that only the end result can leave the range of the type.
template <class Wider>
struct Product {
  Wider mantissa = 1;
  std::int64_t exponent = 0;

  void operator*=(const Product& other) {
    int shift = 0;
    mantissa = std::frexp(mantissa * other.mantissa, &shift);
    exponent += other.exponent + shift;
  }
};

template <class T>
Reference float_product(const std::vector<T>& x, Progress& progress) {
  using Wider = ProductTypeOf<T>;
  Product<Wider> all;
  for (const Product<Wider>&part : of_pieces(x.size(), progress, [&](std::size_t begin, std::size_t end) {
         constexpr std::size_t kTogether = 4;  // four elements cannot leave the range of the wider type either
         Product<Wider> product;
         for (std::size_t i = begin; i < end; i += kTogether) {
           Wider factor = 1;
           for (std::size_t k = i; k < std::min(i + kTogether, end); ++k) factor *= x[k];
           product *= {factor, 0};
         }
         return product;
       })) {
    all *= part;
  }
  const auto [mantissa, exponent] = all;
  using Limits = std::numeric_limits<T>;
  const Wider exact = std::ldexp(mantissa, static_cast<int>(std::clamp<std::int64_t>(exponent, -5000, 5000)));
  Reference product;
  product.value = static_cast<double>(exact);
  product.overflowed = std::abs(exact) > Limits::max();
  product.underflowed = mantissa != 0 && std::abs(exact) < Limits::min();
  return product;
}

template <class T>
T extreme(const std::vector<T>& x, Op op, Progress& progress) {
  if (x.empty()) return result_of_nothing<T>(op);
  T value = identity_of<T>(op);
  for (const T part : of_pieces(x.size(), progress, [&](std::size_t begin, std::size_t end) {
         T piece = identity_of<T>(op);
         for (std::size_t i = begin; i < end; ++i) piece = apply_op(op, piece, x[i]);
         return piece;
       })) {
    value = apply_op(op, value, part);
  }
  return value;
}

template <class T>
Reference float_sum(const std::vector<T>& x, Progress& progress) {
  const ExactSums sums = exact_sums(x, progress);
  Reference sum;
  sum.value = sums.value;
  sum.magnitude_sum = sums.magnitude;
  sum.overflowed = std::abs(sums.value) > std::numeric_limits<T>::max();
  return sum;
}

template <class T>
Reference reference_of(const std::vector<T>& x, Op op, Progress& progress) {
  if (op == Op::sum) return float_sum(x, progress);
  if (op == Op::product) return float_product(x, progress);
  Reference reference;
  reference.value = extreme(x, op, progress);
  return reference;
}

Reference reference_of(const std::vector<Point>& x, Op op, Progress& progress) {
  const Reduced farthest = reduced(extreme(x, op, progress));
  Reference reference;
  reference.value = farthest.number;
  reference.point = farthest.point;
  return reference;
}

/// Sum and product of whole numbers at once: exact, or as much of them as tells whether they fit int32.
struct WholeNumbers {
  __int128 sum = 0;
  double magnitude_sum = 0;
  std::uint32_t product = 1;            // its lowest 32 bits
  std::uint64_t product_magnitude = 1;  // of the factors that are not 0, up to kTooLarge
  bool negative = false, zero = false;

  static constexpr std::uint64_t kTooLarge = 1ull << 32;

  void operator+=(const WholeNumbers& other) {
    sum += other.sum;
    magnitude_sum += other.magnitude_sum;
    product *= other.product;
    multiply_magnitude(other.product_magnitude);
    negative ^= other.negative;
    zero |= other.zero;
  }
  void add(std::int64_t element) {
    const auto magnitude = static_cast<std::uint64_t>(std::abs(element));
    sum += element;
    magnitude_sum += static_cast<double>(magnitude);
    product *= static_cast<std::uint32_t>(element);
    if (magnitude > 0) multiply_magnitude(magnitude);
    negative ^= element < 0;
    zero |= element == 0;
  }
  bool product_overflows() const { return !zero && product_magnitude > (negative ? 0x80000000u : 0x7fffffffu); }

 private:
  /// Once too large it stays so: no other factor is smaller than one. Only 2^32 * 2^32 does not fit, and it is not
  /// needed.
  void multiply_magnitude(std::uint64_t factor) {
    product_magnitude = std::max(product_magnitude, factor) == kTooLarge
                            ? kTooLarge
                            : std::min(product_magnitude * factor, kTooLarge);
  }
};

Reference reference_of(const std::vector<std::int32_t>& x, Op op, Progress& progress) {
  WholeNumbers all;
  for (const auto& part : of_pieces(x.size(), progress, [&](std::size_t begin, std::size_t end) {
         WholeNumbers numbers;
         for (std::size_t i = begin; i < end; ++i) numbers.add(x[i]);
         return numbers;
       })) {
    all += part;
  }
  Reference reference;
  reference.magnitude_sum = all.magnitude_sum;
  if (op == Op::min || op == Op::max) {
    reference.value = extreme(x, op, progress);
  } else if (op == Op::sum) {
    const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(all.sum));
    reference.value = wrapped;
    reference.overflowed = all.sum != wrapped;
  } else {
    reference.value = static_cast<std::int32_t>(all.product);
    reference.overflowed = all.product_overflows();
  }
  return reference;
}

}  // namespace

Reference reference_result(const Values& input, Op op, Progress& progress) {
  return std::visit([&](const auto& elements) { return reference_of(elements, op, progress); }, input);
}

}  // namespace lanescope
