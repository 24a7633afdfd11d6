// Types of elements, and the operators that combine two values into one, with their names.
#pragma once

#include <string_view>

namespace lanescope {

/// `farthest`: of points in space the one farthest from the origin.
enum class Op { sum, product, min, max, farthest };
/// `point3`: three float32 coordinates, and the place in the input.
enum class ElementType { int32, float32, float64, point3 };

/// Names as the command line and the JSON spell them, in the order of the enumerators.
inline constexpr std::string_view kOpNames[] = {"sum", "product", "min", "max", "farthest"};
inline constexpr std::string_view kTypeNames[] = {"int32", "float32", "float64", "point3"};

constexpr std::string_view name_of(Op op) {
  return kOpNames[static_cast<int>(op)];
}
constexpr std::string_view name_of(ElementType type) {
  return kTypeNames[static_cast<int>(type)];
}

/// Whether the operator works on elements of the type: `farthest` on points alone, and nothing else on them.
constexpr bool op_fits(Op op, ElementType type) {
  return (op == Op::farthest) == (type == ElementType::point3);
}

/// In the memory of the GPU.
constexpr unsigned element_bytes(ElementType type) {
  return type == ElementType::point3 ? 16 : type == ElementType::float64 ? 8 : 4;
}

}  // namespace lanescope
