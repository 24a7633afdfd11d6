// CUB's functions of blocks and warps: each result through shared memory or shuffles, with barriers, in the order
// of the threads' ranks. Their costs are not those of CUB.
#pragma once

#include "lanescope_cub_block.hpp"
#include "lanescope_cub_items.hpp"
#include "lanescope_cub_warp.hpp"

#undef LANESCOPE_COLLECTIVE
