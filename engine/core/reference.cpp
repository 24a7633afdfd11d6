// The sequential reduction that every kernel's result is held against.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/core/input.h"
#include "engine/core/ops.h"

namespace lanescope {
namespace {

struct Sums {
  double sum = 0, magnitude = 0;
};

/// Pairwise: the error grows with log n, so it stays far below what a float result can show.
Sums pairwise_sums(const float* x, std::size_t n) {
  constexpr std::size_t kLeaf = 256, kLanes = 8;
  if (n > kLeaf) {
    const std::size_t half = (n / 2 + kLeaf - 1) / kLeaf * kLeaf;
    const Sums left = pairwise_sums(x, half), right = pairwise_sums(x + half, n - half);
    return {left.sum + right.sum, left.magnitude + right.magnitude};
  }
  double sum[kLanes] = {}, magnitude[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sum[lane] += x[i + lane];
      magnitude[lane] += std::abs(static_cast<double>(x[i + lane]));
    }
  }
  Sums total;
  for (; i < n; ++i) {
    total.sum += x[i];
    total.magnitude += std::abs(static_cast<double>(x[i]));
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    total.sum += sum[lane];
    total.magnitude += magnitude[lane];
  }
  return total;
}

/// The exponent is kept apart, so that only the end result can leave the range of a double.
Reference float_product(const std::vector<float>& x) {
  constexpr std::size_t kTogether = 4;  // four floats cannot leave it either
  double mantissa = 1;
  long exponent = 0;
  for (std::size_t i = 0; i < x.size(); i += kTogether) {
    double factor = 1;
    for (std::size_t k = i; k < std::min(i + kTogether, x.size()); ++k) factor *= x[k];
    int shift = 0;
    mantissa = std::frexp(mantissa * factor, &shift);
    exponent += shift;
  }
  using Limits = std::numeric_limits<float>;
  Reference product{.value = std::ldexp(mantissa, static_cast<int>(std::clamp(exponent, -5000L, 5000L)))};
  product.overflowed = std::abs(product.value) > Limits::max();
  product.underflowed = mantissa != 0 && std::abs(product.value) < Limits::min();
  return product;
}

template <class T>
double extreme(const std::vector<T>& x, Op op) {
  T value = identity_of<T>(op);
  for (const T element : x) value = apply_op(op, value, element);
  return static_cast<double>(value);
}

Reference reference_of(const std::vector<float>& x, Op op) {
  const Sums sums = pairwise_sums(x.data(), x.size());
  Reference reference{.value = sums.sum};
  if (op == Op::sum) reference.overflowed = std::abs(sums.sum) > std::numeric_limits<float>::max();
  if (op == Op::product) reference = float_product(x);
  if (op == Op::min || op == Op::max) reference.value = extreme(x, op);
  reference.magnitude_sum = sums.magnitude;
  return reference;
}

/// Whether the exact product of whole numbers lies outside int32.
bool product_overflows(const std::vector<std::int32_t>& x) {
  std::uint64_t magnitude = 1;
  bool negative = false;
  for (const std::int64_t element : x) {
    if (element == 0) return false;
    negative ^= element < 0;
    // Once too large it stays so: no other factor is smaller than one. The limit keeps the product in 64 bits.
    magnitude = std::min<std::uint64_t>(magnitude * static_cast<std::uint64_t>(std::abs(element)), 1ull << 32);
  }
  return magnitude > (negative ? 0x80000000u : 0x7fffffffu);
}

Reference reference_of(const std::vector<std::int32_t>& x, Op op) {
  __int128 sum = 0;
  double magnitude = 0;
  std::uint32_t product = 1;
  for (const std::int64_t element : x) {
    sum += element;
    magnitude += static_cast<double>(std::abs(element));
    product *= static_cast<std::uint32_t>(element);
  }
  Reference reference{.magnitude_sum = magnitude};
  if (op == Op::min || op == Op::max) {
    reference.value = extreme(x, op);
  } else if (op == Op::sum) {
    const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
    reference.value = wrapped;
    reference.overflowed = sum != wrapped;
  } else {
    reference.value = static_cast<std::int32_t>(product);
    reference.overflowed = product_overflows(x);
  }
  return reference;
}

}  // namespace

Reference reference_result(const Input& input, Op op) {
  return std::visit([op](const auto& elements) { return reference_of(elements, op); }, input);
}

}  // namespace lanescope
