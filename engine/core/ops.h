// The operators on the host: associative, commutative, with an identity.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/core/request.h"

namespace lanescope {

/// What the reduction of nothing gives: 0, 1, or the far end of the type for min and max.
template <class T>
constexpr T identity_of(Op op) {
  switch (op) {
    case Op::sum: return T(0);
    case Op::product: return T(1);
    case Op::min: return std::numeric_limits<T>::max();
    case Op::max: return std::numeric_limits<T>::lowest();
  }
  return T(0);
}

/// One operation, as the GPU does it: int32 wraps at 32 bits.
template <class T>
constexpr T apply_op(Op op, T a, T b) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
    if (op == Op::sum) return static_cast<T>(ua + ub);
    if (op == Op::product) return static_cast<T>(ua * ub);
  }
  switch (op) {
    case Op::sum: return a + b;
    case Op::product: return a * b;
    case Op::min: return b < a ? b : a;
    case Op::max: return a < b ? b : a;
  }
  return a;
}

}  // namespace lanescope
