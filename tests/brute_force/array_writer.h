// What the authors of kernels with array results write with: rows and accesses, and the elements of a block's
// section.
#pragma once

#include <string_view>

#include "tests/brute_force/brute_force_author.h"

namespace lanescope::testing {

class ArrayWriter {
 protected:
  ArrayWriter(const LaunchConfig& launch, unsigned element_bytes)
      : launch_(launch), element_bytes_(element_bytes) {}

  /// Where a thread of a block accesses an array, if it does.
  void access(AccessKind kind, const Where& where) {
    program_.accesses.push_back({kind, where, 0, program_.steps.size()});
  }
  void step(Phase phase, std::uint64_t stride, const Where& active) {
    program_.steps.push_back({phase, static_cast<std::uint32_t>(stride), [=](std::uint64_t block, unsigned thread) {
                                return active(block, thread).has_value();
                              }});
  }
  /// From global memory, where the array has the element.
  void load(std::uint64_t stride, const Where& element) {
    step(Phase::load, stride, element);
    access(AccessKind::global_load, element);
  }
  static Where everywhere(const std::function<std::uint64_t(unsigned thread)>& element) {
    return [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> { return element(thread); };
  }

  unsigned section_size() const { return launch_.elements_per_block; }
  /// The thread's k-th element of a section, neighbours side by side, where the array has it.
  Where own_of_section(unsigned k) const {
    return [k, launch = launch_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const std::uint64_t i = block * launch.elements_per_block + std::uint64_t{k} * launch.block_dim + thread;
      if (i >= launch.n) return std::nullopt;
      return i;
    };
  }
  const LaunchConfig launch_;
  const unsigned element_bytes_;
  Program program_;
};

}  // namespace lanescope::testing
