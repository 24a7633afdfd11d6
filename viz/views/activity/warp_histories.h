// Warps of the whole grid that did the same at every step, folded into one: 65,536 warps are usually a handful.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

/// What one or many warps did.
struct WarpHistory {
  std::uint32_t history = 0;  ///< history of their blocks; the first such block is
  std::uint64_t block = 0;
  std::uint32_t warp = 0;   ///< inside that block
  std::uint64_t count = 0;  ///< of warps in the grid
};

struct FoldedGrid {
  std::vector<WarpHistory> warps;  ///< the distinct ones, ordered by the first warp that did so
  std::uint32_t longest = 0;       ///< the history with the most steps
  std::uint64_t total = 0;         ///< warps of the grid
  /// Index into `warps`: history * warps of a block + warp.
  std::vector<std::uint32_t> place;
};

/// Two warps are alike if the phases of their blocks and their masks at every step are equal.
FoldedGrid fold_warps(const Trace& trace);

}  // namespace lanescope
