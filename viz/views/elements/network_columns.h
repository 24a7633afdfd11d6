// Which elements of a network have a column of their own where not all fit: those on a long way to a value, and the
// first ones, of which all partners are seen. What lies between them is folded.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/views/elements/network_ways.h"

namespace lanescope {

/// Neighbouring elements of shared memory: one, or several that are folded.
struct NetworkColumn {
  std::uint64_t first = 0, end = 0;

  std::uint64_t size() const { return end - first; }
  bool is_folded() const { return size() > 1; }
};

struct ColumnWidths {
  float element = 0, folded = 0;
};

/// A column for each element.
std::vector<NetworkColumn> all_columns(const TouchedElements& span);

/// Of `ways`, the longest first, the first one whose columns fit into `room`, with as many elements around its
/// beginning as fit, too. Nothing if none fits.
std::vector<NetworkColumn> folded_columns(const TouchedElements& span, const std::vector<NetworkWay>& ways,
                                          float room, const ColumnWidths& widths);

/// The column of an element; there must be one.
std::size_t column_of(const std::vector<NetworkColumn>& columns, std::uint64_t element);

}  // namespace lanescope
