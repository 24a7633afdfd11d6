// What clock(), clock64() and %globaltimer of a kernel tell. There are no cycles here. What is counted is the work
// that is done: the basic blocks that threads of a block ran since one of them looked last. So the clock goes on
// between two looks by what was done between them, shows no time twice, and is the same in each run.
#pragma once

#include <cstdint>

namespace lanescope {

class KernelClock {
 public:
  std::int64_t look(std::uint64_t ticks_since_last_look) {
    return now_ += 1 + static_cast<std::int64_t>(ticks_since_last_look);
  }
  void begin_launch() { now_ += kLaunch; }

 private:
  static constexpr std::int64_t kLaunch =
      1 << 14;  // a GPU takes some microseconds for one, and some cycles for a block
  std::int64_t now_ = 0;
};
inline KernelClock the_kernel_clock;

}  // namespace lanescope
