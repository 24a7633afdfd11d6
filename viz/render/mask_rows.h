// Which rows of a grid of masks a row of pixels shows, and how much of each: where rows are thinner than a pixel,
// it shows their mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viz/kit/scene.h"

namespace lanescope {

/// A row that is kept, as far as it, and those that are like it, lie under a row of pixels.
struct RowShare {
  std::uint32_t kept = 0;  ///< of MaskGrid::masks
  bool is_done = false;    ///< before MaskGrid::rows_done
  float share = 0;         ///< in rows
};

/// Of each row of pixels that the grid lies over, at most `most` from the first one on, whose middle is `first`
/// below the grid's top; empty in a gap between rows. At most kMostShares: of more rows that differ some are left
/// out, evenly.
std::vector<std::vector<RowShare>> shares_of_pixels(const MaskGrid& grid, float first, std::size_t most);
inline constexpr std::size_t kMostShares = 32;

}  // namespace lanescope
