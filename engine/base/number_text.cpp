#include "engine/base/number_text.h"

#include <fmt/format.h>

#include <cstddef>

namespace lanescope {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

std::pair<std::string, std::string> distinct_texts(double a, double b) {
  constexpr int kAllDigits = 16;
  for (int digits = 1;; ++digits) {
    std::string first = fmt::format("{:.{}e}", a, digits), second = fmt::format("{:.{}e}", b, digits);
    if (first != second || a == b || digits == kAllDigits) return {std::move(first), std::move(second)};
  }
}

}  // namespace lanescope
