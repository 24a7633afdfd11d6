// Division that rounds up.
#pragma once

#include <concepts>
#include <type_traits>

namespace lanescope {

/// a / b, rounded up; right up to the end of the type.
template <std::unsigned_integral A, std::unsigned_integral B>
constexpr std::common_type_t<A, B> quotient_up(A a, B b) {
  return a / b + (a % b != 0);
}

}  // namespace lanescope
