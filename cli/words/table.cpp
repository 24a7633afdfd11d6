#include "cli/words/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// Characters, not bytes: UTF-8 continuation bytes take no room.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string Table::text() const {
  constexpr std::size_t kGap = 2;
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(width_of(columns_[c].title));
    for (const auto& row : rows_)
      if (c < row.size()) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  std::string out;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string& cell = cell_of(c);
      const std::string blanks(widths[c] - width_of(cell), ' ');
      line += (c ? std::string(kGap, ' ') : "") + (columns_[c].left ? cell + blanks : blanks + cell);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  static const std::string kEmpty;
  add_line([&](std::size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_)
    add_line([&](std::size_t c) -> const std::string& { return c < row.size() ? row[c] : kEmpty; });
  return out;
}

std::string value_text(double value, ElementType type) {
  // The shortest text that reads back as the same number may end in zeros that are not digits of its value.
  constexpr double kAllDigitsBelow = 0x1p53;
  if (std::trunc(value) == value && std::abs(value) < kAllDigitsBelow) return fmt::format("{:.0f}", value);
  if (type == ElementType::float64) return fmt::format("{}", value);
  return fmt::format("{}", static_cast<float>(value));
}

std::string percent(double fraction) {
  return fmt::format("{:.1f} %", 100 * fraction);
}

std::string error_text(double relative_error) {
  if (relative_error == 0) return "exact";
  return fmt::format("{:.1e}", relative_error);
}

}  // namespace lanescope
