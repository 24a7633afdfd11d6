// The order of a launch's blocks where some run before their turn. A block may read and compute ahead; before
// anything that others could see it waits until all blocks before it are done. If one of those has meanwhile
// written to an array that it had read, what it did does not count. So a launch ends as if its blocks had run one
// after another.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "engine/trace/trace.h"

namespace lanescope {

/// A set of arrays of global memory. A bit is that of an ArrayId, or of one array that has one of its own, behind
/// those.
using ArraySet = std::uint32_t;
constexpr std::uint8_t kFirstOwnBit = static_cast<std::uint8_t>(ArrayId::file_variable) + 1, kBits = 32;
constexpr ArraySet set_of(ArrayId array) {
  return ArraySet{1} << static_cast<unsigned>(array);
}

class BlockTurns {
 public:
  explicit BlockTurns(std::uint64_t first) : now_(first) {}

  /// Whose turn it is: all blocks before this one are done.
  std::uint64_t now() const { return now_.load(std::memory_order_acquire); }

  /// Waits until it is the block's turn. False where no more turns are given, because the launch ended.
  bool wait_for(std::uint64_t block) const;

  /// The block, whose turn it is, is done, and has written to these arrays.
  void pass(std::uint64_t block, ArraySet written);
  /// From now on nobody gets a turn.
  void end();

  /// Whether one of the arrays was written to by block `since` or a later one. For the block whose turn it is.
  bool are_written_since(ArraySet arrays, std::uint64_t since) const;

 private:
  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};
  static constexpr unsigned kArrays = 32;
  std::atomic<std::uint64_t> now_;
  std::array<std::uint64_t, kArrays> last_writers_{};  // of each array, the number of the block and 1; 0: none
};

}  // namespace lanescope
