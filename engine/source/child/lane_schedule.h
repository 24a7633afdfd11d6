// In which order warps run, which of their lanes, and where a lane stops for others: by a seed, the same each time.
// Seed 0 is the order of their numbers, in which a lane runs until it must wait.
#pragma once

#include <cstdint>

namespace lanescope {

class LaneSchedule {
 public:
  void begin_block(std::uint64_t seed, std::uint64_t block) {
    is_on_ = seed != 0;
    state_ = seed * 0x9e3779b97f4a7c15u + block;
  }
  bool is_on() const { return is_on_; }

  /// One of so many.
  unsigned pick(unsigned count) { return static_cast<unsigned>(next() % count); }
  /// Some of these lanes, or all.
  std::uint32_t some_of(std::uint32_t lanes) {
    const std::uint32_t some = lanes & static_cast<std::uint32_t>(next());
    return some == 0 || next() % 2 == 0 ? lanes : some;
  }
  /// Whether a lane stops before an access.
  bool stops() { return is_on_ && next() % 4 == 0; }

 private:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t bits = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
  }

  bool is_on_ = false;
  std::uint64_t state_ = 0;
};

}  // namespace lanescope
