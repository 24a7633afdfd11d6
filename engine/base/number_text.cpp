#include "engine/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace lanescope {

std::string grouped(std::uint64_t number) {
  return grouped(std::to_string(number));
}

std::string grouped(const std::string& decimal) {
  constexpr std::size_t kGroup = 3;
  if (decimal.size() <= kGroup) return decimal;
  constexpr const char* kDigits = "0123456789";
  const std::size_t first = decimal.find_first_of(kDigits), sign = decimal[0] == '-' ? 1 : 0;
  const std::size_t end = std::min(decimal.find_first_not_of(kDigits, sign), decimal.size());
  const bool fraction = end < decimal.size() && decimal[end] == '.' &&
                        decimal.find_first_not_of(kDigits, end + 1) == std::string::npos;
  if (first != sign || (end < decimal.size() && !fraction)) return decimal;
  std::string groups = decimal;
  for (std::size_t at = end; at > sign + kGroup;) groups.insert(at -= kGroup, 1, ',');
  return groups;
}

std::pair<std::string, std::string> distinct_texts(double a, double b) {
  constexpr int kAllDigits = 16;
  for (int digits = 1;; ++digits) {
    std::string first = fmt::format("{:.{}e}", a, digits), second = fmt::format("{:.{}e}", b, digits);
    if (first != second || a == b || digits == kAllDigits) return {std::move(first), std::move(second)};
  }
}

}  // namespace lanescope
