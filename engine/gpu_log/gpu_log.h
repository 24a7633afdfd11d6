// What the recording build writes on the GPU and the host reads back: plain arrays, whose sizes a first pass
// determines.
#pragma once

#include <cstdint>

#include "engine/trace/trace.h"

namespace lanescope {

/// A step of a block: one word, so that it is one store. 0: the block has fewer steps.
using LoggedStep = std::uint64_t;
constexpr LoggedStep logged_step(std::uint32_t stride, unsigned source_line, Phase phase) {
  return std::uint64_t{stride} << 32 | 1u << 31 | source_line << 8 | static_cast<unsigned>(phase);
}
constexpr std::uint32_t stride_of(LoggedStep step) {
  return static_cast<std::uint32_t>(step >> 32);
}
constexpr unsigned line_of(LoggedStep step) {
  return step >> 8 & 0x7fffff;
}
constexpr Phase phase_of(LoggedStep step) {
  return static_cast<Phase>(step & 0xff);
}

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
  bool stores = false;  ///< blocks store partial sums
  /// of square blocks: the places of blocks and threads in the grid follow from it
  unsigned tile_width = 0;
  unsigned grid_columns = 0;  ///< blocks side by side
  /// Where blocks wait for others: blocks that have begun; 0 before each launch. Null: each stands where it is
  /// launched.
  unsigned* blocks_begun = nullptr;
  unsigned* places = nullptr;  ///< then: [block as launched], its place among the blocks of this launch
  unsigned* blocks_left =
      nullptr;                     ///< then: blocks whose result can be read; 0 before the first launch of the grid
  LoggedStep* steps = nullptr;     ///< [block][step], as the first thread makes them: no warp makes more
  std::uint32_t* masks = nullptr;  ///< [block][warp][step]
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
