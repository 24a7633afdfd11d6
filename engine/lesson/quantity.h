// What a lesson can ask about: a list of quantities, each worked out from a trace, its launch, or recorded times.
// Arithmetic over them is expression.h; docs/lessons.md shows the list.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run.h"

namespace lanescope {

/// A number, or a set of the numbers 0 to 31 as bits.
struct Value {
  double number = 0;
  std::optional<std::uint32_t> set;
};

struct Quantity {
  std::string name;  ///< "steps[].divergent_warps": brackets where an index is written
  unsigned indices = 0;
  const char* unit;  ///< 1 for a ratio; "set" for a set
  std::string meaning;
  const char* how;  ///< what it is worked out from
  bool needs_trace = true;
  /// Throws Error(failed) in one sentence where this run has none.
  std::function<Value(const Run& run, std::span<const std::uint64_t> index)> of;
};

/// All of them: those of this room, then every metric of a step, of a block, and of the grid.
const std::vector<Quantity>& quantities();

/// Null where there is none of that name.
const Quantity* find_quantity(std::string_view name);

}  // namespace lanescope
