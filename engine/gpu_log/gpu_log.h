// What the recording build writes on the GPU and the host reads back: plain arrays, whose sizes a first pass
// determines.
#pragma once

#include <cstdint>

#include "engine/trace/trace.h"

namespace lanescope {

/// A step of a block.
struct LoggedStep {
  std::uint32_t stride;
  std::uint16_t source_line;
  Phase phase;
  bool reached;  ///< false: the block has fewer steps
};

/// An access of a thread. The *epoch* is the number of waits that the thread has passed.
struct LoggedAccess {
  std::uint64_t offset;  ///< bytes into the array
  std::int32_t step;     ///< -1: before the first
  std::uint16_t epoch;
  std::uint16_t source_line : 9;
  std::uint16_t kind : 3;
  std::uint16_t array : 4;
};
static_assert(sizeof(LoggedAccess) == 16);

/// What the sizing pass finds out, over the whole grid.
struct RecordingSizes {
  unsigned steps;  ///< most that any warp takes
  unsigned long long accesses;
};

/// The arrays of one launch. It covers blocks first_block ... of a grid of grid_dim; arrays of a block's steps
/// begin with that first block. Null: not wanted.
struct RecordingTables {
  unsigned first_block = 0;
  unsigned grid_dim = 0;
  unsigned max_steps = 0;
  bool stores = false;                ///< blocks store partial sums
  /// of square blocks: the places of blocks and threads in the grid follow from it
  unsigned tile_width = 0;
  unsigned grid_columns = 0;          ///< blocks side by side
  unsigned* blocks_begun = nullptr;   ///< of a chain: blocks that have begun; 0 before. Null: each stands where it is launched
  unsigned* places = nullptr;         ///< of a chain: [block as launched], its place among the blocks of this launch
  LoggedStep* steps = nullptr;        ///< [block][step]
  std::uint32_t* masks = nullptr;     ///< [block][step][warp]
  std::uint32_t* barriers = nullptr;  ///< [block]

  std::uint64_t first_logged_block = 0;
  std::uint64_t logged_blocks = 0;
  LoggedAccess* log = nullptr;               ///< accesses of a thread after those of the one before
  const std::uint32_t* log_begin = nullptr;  ///< [logged block][thread], and the end of the last

  RecordingSizes* sizes = nullptr;         ///< sizing pass
  std::uint32_t* access_counts = nullptr;  ///< sizing pass: [logged block][thread]
};

/// Where and when a block ran.
struct LoggedPlacement {
  std::uint64_t start_ns;
  std::uint64_t end_ns;
  std::uint32_t sm_id;
};

struct PlacementTable {
  LoggedPlacement* placements = nullptr;  ///< [block]
  bool stores = false;                    ///< blocks store partial sums
};

}  // namespace lanescope
