// What an expression of a host's code comes to, as `(n + 255) / 256` or `ceil(n / 256.0)`, where its names have
// values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

struct Number {
  double value = 0;
  bool is_real = false;  ///< else it divides as whole numbers do
};

/// The value of a name, without spaces: "n", "a->width", "grid.x", "sizes[1]"; none: nobody knows it.
using NumberOfName = std::function<std::optional<Number>(const std::string& name)>;

/// Arithmetic, comparisons, `?:`, casts, sizeof of the language's types, min, max, ceil, floor, sqrt and log2; and
/// a call of two numbers whose name says that it divides (div_up, CEIL_DIV), which is the quotient rounded up.
/// None: for all else, for a division by zero, and for more than 300 signs.
std::optional<Number> number_of(std::string_view expression, const NumberOfName& names);

}  // namespace lanescope
