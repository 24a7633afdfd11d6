// The sequential reduction that every kernel's result is held against, computed in pieces on all cores. Pieces are
// combined in their order, so the result is the same on every machine.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/core/input.h"
#include "engine/core/ops.h"
#include "engine/core/parallel.h"

namespace lanescope {
namespace {

constexpr std::size_t kPiece = 1 << 20;

/// What `reduce(begin, end)` gives for each piece of 0 .. n, in their order.
template <class Reduce>
auto of_pieces(std::size_t n, Progress& progress, Reduce reduce) {
  std::vector<decltype(reduce(n, n))> results((n + kPiece - 1) / kPiece);
  for_each_piece(n, kPiece, progress,
                 [&](std::size_t begin, std::size_t end) { results[begin / kPiece] = reduce(begin, end); });
  return results;
}

/// What the reference of a float type is computed in: its rounding cannot be seen in the type.
template <class T>
using WiderOf = std::conditional_t<std::is_same_v<T, float>, double, long double>;

template <class Wider>
struct Sums {
  Wider sum = 0, magnitude = 0;
  Sums operator+(const Sums& other) const { return {sum + other.sum, magnitude + other.magnitude}; }
};

constexpr std::size_t kLeaf = 256;

/// Elements of the left of two halves: a whole number of leaves.
std::size_t left_half(std::size_t n) {
  return (n / 2 + kLeaf - 1) / kLeaf * kLeaf;
}

/// Pairwise: the error grows with log n, so it stays far below what a float result can show.
template <class T, class Wider = WiderOf<T>>
Sums<Wider> pairwise_sums(const T* x, std::size_t n) {
  constexpr std::size_t kLanes = 8;
  if (n > kLeaf) {
    const std::size_t half = left_half(n);
    return pairwise_sums(x, half) + pairwise_sums(x + half, n - half);
  }
  Wider sum[kLanes] = {}, magnitude[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sum[lane] += x[i + lane];
      magnitude[lane] += std::abs(static_cast<Wider>(x[i + lane]));
    }
  }
  Sums<Wider> total;
  for (; i < n; ++i) {
    total.sum += x[i];
    total.magnitude += std::abs(static_cast<Wider>(x[i]));
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    total.sum += sum[lane];
    total.magnitude += magnitude[lane];
  }
  return total;
}

/// The lower subtrees of that recursion, from left to right: where each begins and how many elements it has.
struct Subtree {
  std::size_t first, n;
};
void cut(std::size_t first, std::size_t n, std::vector<Subtree>& subtrees) {
  if (n <= kPiece) return subtrees.push_back({first, n});
  const std::size_t half = left_half(n);
  cut(first, half, subtrees);
  cut(first + half, n - half, subtrees);
}

/// The recursion above them, over their results.
template <class Wider>
Sums<Wider> joined(std::size_t n, const Sums<Wider>*& next) {
  if (n <= kPiece) return *next++;
  const std::size_t half = left_half(n);
  const Sums<Wider> left = joined(half, next);
  return left + joined(n - half, next);
}

/// pairwise_sums on all cores: the same additions in the same order.
template <class T>
Sums<WiderOf<T>> parallel_sums(const std::vector<T>& x, Progress& progress) {
  std::vector<Subtree> subtrees;
  cut(0, x.size(), subtrees);
  std::vector<Sums<WiderOf<T>>> sums(subtrees.size());
  for_each_piece(subtrees.size(), 1, progress, [&](std::size_t i, std::size_t) {
    sums[i] = pairwise_sums(x.data() + subtrees[i].first, subtrees[i].n);
  });
  const Sums<WiderOf<T>>* next = sums.data();
  return joined(x.size(), next);
}

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
  using Wider = WiderOf<T>;
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
Reference reference_of(const std::vector<T>& x, Op op, Progress& progress) {
  const auto sums = parallel_sums(x, progress);
  Reference reference;
  reference.value = static_cast<double>(sums.sum);
  if (op == Op::sum) reference.overflowed = std::abs(sums.sum) > std::numeric_limits<T>::max();
  if (op == Op::product) reference = float_product(x, progress);
  if (op == Op::min || op == Op::max) reference.value = extreme(x, op, progress);
  reference.magnitude_sum = static_cast<double>(sums.magnitude);
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

Reference reference_result(const Input& input, Op op, Progress& progress) {
  return std::visit([&](const auto& elements) { return reference_of(elements, op, progress); }, input);
}

}  // namespace lanescope
