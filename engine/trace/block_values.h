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
  double value = 0;  ///< that was read, or is there afterwards

  bool operator==(const ValueAccess&) const = default;
};

/// In the order in which the emulator runs them, which is the program's for each thread.
struct BlockValues {
  std::uint64_t block = 0;
  std::vector<ValueAccess> accesses;
};

}  // namespace lanescope
