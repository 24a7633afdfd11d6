// The shape in which an own kernel is launched where nobody states it.
#pragma once

#include <optional>

#include "engine/request/request.h"

namespace lanescope {

enum class SettledShape {
  usual,        ///< as many threads as elements, or as its extents span
  over_extent,  ///< as many threads as one extent
  warps,        ///< a warp for each tile of 16 x 16 elements, as of a product by tensor cores
  written,      ///< as its file launches it, where the grid follows from the arguments
  numbers       ///< likewise, also with a grid of numbers alone
};

/// Whether the kernel takes its tiles by warps, by `wmma`, and nobody says its block.
bool takes_tiles_by_warps(const RunRequest& request);

/// Whether anybody says the block.
bool states_block(const RunRequest& request);

/// With the block that constants of headers say, which are known when they are compiled, where nobody else does.
RunRequest with_block_of_headers(RunRequest request);

/// The request, which has words for all arguments, in that shape. As its file launches it: the grid, the shared
/// memory, a block that follows from the arguments, how many elements its arrays have, and arguments that follow
/// from others, or are small numbers. None: the file does not launch it, with another block, or nobody can tell
/// with which grid.
std::optional<RunRequest> shaped(const RunRequest& request, SettledShape shape);

}  // namespace lanescope
