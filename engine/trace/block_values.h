// What the threads of one block read and wrote, access by access, with the values: for pictures of single elements.
// It is no part of a trace, and only small launches have it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

/// Elements of a launch up to which its values are kept: more cannot be read on a picture.
inline constexpr std::uint64_t kMostFollowedElements = 4096;

struct ValueAccess {
  std::uint32_t thread = 0;
  std::int32_t step = -1;  ///< -1: before the first step
  AccessKind kind = AccessKind::global_load;
  ArrayId array = ArrayId::input;
  std::uint64_t element = 0;
  double value = 0;   ///< that was read, or is there afterwards
  double before = 0;  ///< in a kernel that a user brought: what was there before

  bool operator==(const ValueAccess&) const = default;
};

/// A value that a lane got from one of its warp, in a kernel that a user brought.
struct ValueExchange {
  std::uint32_t thread = 0, from = 0;
  std::int32_t step = -1;
  std::uint32_t meeting = 0;  ///< rising: lanes of one meeting all give before any gets
  std::uint64_t after = 0;    ///< accesses of the block before it
  double value = 0;
};

/// In the order in which the emulator runs them, which is the program's for each thread.
struct BlockValues {
  std::uint64_t block = 0;
  std::vector<ValueAccess> accesses;
  std::vector<ValueExchange> exchanges = {};
};

}  // namespace lanescope
