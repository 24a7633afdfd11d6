// The barriers between a tree's steps, as lines that all warps must reach, and what would go wrong without them.
#pragma once

#include "viz/views/tree/tree_frame.h"

namespace lanescope {

/// A line before each step that reads what another warp wrote, and between all steps of the tree where the block
/// passed a barrier at each. Where a value crosses warps, the line before the current step says whose.
void draw_barriers(Painter& painter, const TreeLayout& layout, const TreeFrame& frame, const Run& run,
                   const History& history, std::uint32_t position);

}  // namespace lanescope
