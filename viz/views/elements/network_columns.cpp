#include "viz/views/elements/network_columns.h"

#include <algorithm>
#include <set>

namespace lanescope {
namespace {

/// Elements in a row that are drawn around the beginning of a way: most, and least.
constexpr std::uint64_t kMostWhole = 32, kLeastWhole = 4;
/// A way this short is none: two rounds.
constexpr std::size_t kShortestWay = 3;

std::vector<NetworkColumn> columns_around(const TouchedElements& span, const std::set<std::uint64_t>& drawn) {
  std::vector<NetworkColumn> columns;
  std::uint64_t next = span.first;
  const auto fold_up_to = [&](std::uint64_t end) {
    if (next < end) columns.push_back({next, end});
  };
  for (const std::uint64_t element : drawn) {
    fold_up_to(element);
    columns.push_back({element, element + 1});
    next = element + 1;
  }
  fold_up_to(span.end);
  return columns;
}

float width_of(const std::vector<NetworkColumn>& columns, const ColumnWidths& widths) {
  float width = 0;
  for (const NetworkColumn& column : columns) width += column.is_folded() ? widths.folded : widths.element;
  return width;
}

}  // namespace

std::vector<NetworkColumn> all_columns(const TouchedElements& span) {
  std::vector<NetworkColumn> columns;
  for (std::uint64_t element = span.first; element < span.end; ++element) columns.push_back({element, element + 1});
  return columns;
}

std::vector<NetworkColumn> folded_columns(const TouchedElements& span, const std::vector<NetworkWay>& ways,
                                          float room, const ColumnWidths& widths) {
  for (const NetworkWay& way : ways) {
    if (way.size() < kShortestWay) break;
    for (std::uint64_t whole = kMostWhole; whole >= kLeastWhole; whole /= 2) {
      std::set<std::uint64_t> drawn(way.begin(), way.end());
      const std::uint64_t begin = span.first + (way.back() - span.first) / whole * whole;
      for (std::uint64_t element = begin; element < std::min(begin + whole, span.end); ++element)
        drawn.insert(element);
      std::vector<NetworkColumn> columns = columns_around(span, drawn);
      if (width_of(columns, widths) <= room) return columns;
    }
  }
  return {};
}

std::size_t column_of(const std::vector<NetworkColumn>& columns, std::uint64_t element) {
  const auto after =
      std::upper_bound(columns.begin(), columns.end(), element,
                       [](std::uint64_t e, const NetworkColumn& column) { return e < column.first; });
  return static_cast<std::size_t>(after - columns.begin()) - 1;
}

}  // namespace lanescope
