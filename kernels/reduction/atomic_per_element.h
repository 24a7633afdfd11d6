// One atomic operation for every element: the shortest parallel reduction, and a queue of N.
//
// Lesson: all additions meet at one address, so the hardware serialises them; parallel threads, sequential sum.
// Watch:  every warp is fully active, yet the kernel is the slowest of all that use the whole GPU.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct AtomicPerElement {
  static constexpr KernelFacts facts{
      .id = "atomic_per_element", .title = "Atomic per element", .source = "Teaching Kit, module 9.1"};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    const size_t i = size_t{cta.size()} * cta.block() + cta.thread();
    if (cta.step(Phase::commit, 0, i < n)) {
      cta.combine(op, output, input[i]);
    }
  }
};

}  // namespace lanescope
