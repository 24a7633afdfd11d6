// The operators on the host: associative, commutative, with an identity.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/base/point.h"
#include "engine/workload/elements.h"

namespace lanescope {

/// Calls `visit(TypeTag<T>{})` with the C++ type of the elements.
template <class T>
struct TypeTag {
  using Type = T;
};
constexpr decltype(auto) with_type(ElementType type, auto&& visit) {
  switch (type) {
    case ElementType::int32:
      return visit(TypeTag<std::int32_t>{});
    case ElementType::float64:
      return visit(TypeTag<double>{});
    case ElementType::point3:
      return visit(TypeTag<Point>{});
    default:
      return visit(TypeTag<float>{});
  }
}

/// The identity: 0, 1, for min and max infinities or the largest or smallest integer, and no_point().
template <class T>
constexpr T identity_of(Op op) {
  if constexpr (std::is_same_v<T, Point>) {
    return no_point();
  } else {
    using Limits = std::numeric_limits<T>;
    switch (op) {
      case Op::product:
        return T(1);
      case Op::min:
        return Limits::has_infinity ? Limits::infinity() : Limits::max();
      case Op::max:
        return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
      default:
        return T(0);
    }
  }
}

/// The result shown for an empty reduction: the identity, or the finite number nearest to it, because not every
/// file and JSON reader can hold an infinity.
template <class T>
constexpr T result_of_nothing(Op op) {
  if constexpr (std::is_floating_point_v<T>) {
    if (op == Op::min) return std::numeric_limits<T>::max();
    if (op == Op::max) return std::numeric_limits<T>::lowest();
  }
  return identity_of<T>(op);
}

/// One operation, as the GPU does it: int32 wraps at 32 bits.
template <class T>
constexpr T apply_op(Op op, T a, T b) {
  if constexpr (std::is_same_v<T, Point>) return farther(a, b);
  if constexpr (std::is_same_v<T, std::int32_t>) {
    const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
    if (op == Op::sum) return static_cast<T>(ua + ub);
    if (op == Op::product) return static_cast<T>(ua * ub);
  }
  if constexpr (!std::is_same_v<T, Point>) {
    switch (op) {
      case Op::product:
        return a * b;
      case Op::min:
        return b < a ? b : a;
      case Op::max:
        return a < b ? b : a;
      default:
        return a + b;
    }
  }
}

/// Elements of one type.
using Values = std::variant<std::vector<std::int32_t>, std::vector<float>, std::vector<double>, std::vector<Point>>;

/// The result of a run. For a point, the number is its distance from the origin; for an array, the sum of its
/// elements.
struct Reduced {
  double number = 0;
  std::optional<Point> point;
  std::shared_ptr<const Values> array = nullptr;  ///< of workloads whose result is one
};

template <class T>
Reduced reduced(const T& value) {
  if constexpr (std::is_same_v<T, Point>) {
    return {std::sqrt(squared_distance(value)), value, nullptr};
  } else {
    return {static_cast<double>(value), std::nullopt, nullptr};
  }
}

}  // namespace lanescope
