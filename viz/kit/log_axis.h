// A logarithmic axis: converts values to pixels and back, and chooses ticks that fit.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct Tick {
  double value = 0;
  float at = 0;  ///< in pixels
};

class LogAxis {
 public:
  /// `least` < `greatest`, both above 0, lie at the pixels `from` and `to`; on an upright axis `to` is the smaller
  /// one.
  LogAxis(double least, double greatest, float from, float to);

  float at(double value) const;
  double value(float at) const;
  double least() const { return least_; }
  double greatest() const { return greatest_; }

  /// Powers of two in range; only every second, third .. of them if they would be closer than `pitch` pixels.
  std::vector<Tick> powers_of_two(float pitch) const;
  /// Powers of ten, and 2 and 5 times or all whole multiples of them if they are at least `pitch` apart; if even
  /// those are too few, round numbers at equal distances.
  std::vector<Tick> decimal(float pitch) const;

 private:
  std::vector<Tick> equal_steps(float pitch) const;
  bool apart(const std::vector<Tick>& ticks, float pitch) const;

  double least_, greatest_;
  float from_, to_;
};

/// "5 µs", "1.2 ms", "3 s"
std::string time_with_unit(double time_us);

}  // namespace lanescope
