// Several runs played side by side: which step each run shows in a common frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"
#include "viz/model/view_state.h"

namespace lanescope {

class LockStep {
 public:
  LockStep() = default;
  /// `phases`: of each variant's steps, in order.
  LockStep(const std::vector<Repeating<Phase>>& phases, Alignment alignment);

  /// Frames until all variants are done.
  std::uint32_t length() const { return length_; }
  /// Steps that a variant has done after so many frames.
  std::uint32_t position(std::size_t variant, std::uint32_t frames) const;
  /// Frames after which a variant has just done `position` steps.
  std::uint32_t frames(std::size_t variant, std::uint32_t position) const;
  /// Whether a variant waits in the last of these frames: it has no step there, but one before or after it.
  bool waits(std::size_t variant, std::uint32_t frames) const;

 private:
  static constexpr std::size_t kSections = 4;
  using Lengths = std::array<std::uint32_t, kSections>;  // in steps

  static Lengths lengths_of(const Repeating<Phase>& phases);

  std::vector<Lengths> lengths_;  // of each variant
  Lengths begin_{};               // the frame in which each section begins
  std::uint32_t length_ = 0;
};

}  // namespace lanescope
