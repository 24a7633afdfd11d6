// What a program's process tells of the launch that it is in, in memory that it shares with who waits for it.
#pragma once

#include <atomic>

namespace lanescope {

struct LaunchNews {
  std::atomic<unsigned> launch{0};  ///< from 1; 0: none yet
  /// How long the program has run by the end of this launch, at the rate of its last blocks, if that is far more
  /// than it may; 0: it is not, or nothing can be said yet.
  std::atomic<unsigned> expected_seconds{0};
  std::atomic<unsigned> allowed_seconds{0};  ///< after which it is stopped
};

}  // namespace lanescope
