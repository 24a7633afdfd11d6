// The histories of all blocks of a grid from those of a few. What a thread does follows, in most kernels, from the
// launch and its index alone, so blocks differ only by where they stand: at an edge of the array, or at another
// alignment.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/trace/history_of_blocks.h"
#include "engine/workload/launch_config.h"

namespace lanescope {

/// How the blocks of a grid lie: as rows of so many.
struct BlockRows {
  std::uint64_t columns = 1;
  bool edges_in_row =
      false;  ///< blocks of a row are alike but for those at its edges; else each stands for its column
  bool two_edges =
      false;  ///< the first row may be like the last one, and not like those between: a halo misses a side
};

/// Matrices have the rows of their grid. In a vector, segments that begin at the same place of a 32-byte sector are
/// a column.
BlockRows block_rows(const LaunchConfig& launch, unsigned element_bytes);

/// Asks `history_of(block)` for the blocks of some rows and columns, and concludes that what is between two alike
/// ones is like them. That holds where each history has its blocks of a column, and with `edges_in_row` of a row,
/// without a gap.
HistoryOfBlocks histories_of_alike(std::uint64_t blocks, const BlockRows& rows,
                                   const std::function<std::uint32_t(std::uint64_t block)>& history_of);

}  // namespace lanescope
