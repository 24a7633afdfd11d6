// One thread of the GPU goes through the whole array: the sequential loop, on the wrong processor.
//
// Lesson: a single lane waits for every load and every addition; 31 lanes of its warp, and all other warps, idle.
// Watch:  N - 1 steps with one active thread each.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Serial {
  static constexpr KernelFacts facts{.id = "serial",
                                     .title = "Serial, one GPU thread",
                                     .source = "the ladder's first rung on a GPU",
                                     .block_shape = BlockShape::serial, .grid = GridRule::one_thread,
                                     .combining = Combining::relaunch};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    cta.step(Phase::load, 0);
    T sum = input[0];
    for (size_t i = 1; i < n; ++i) {
      cta.step(Phase::own, 1);
      sum = op(sum, input[i]);
    }
    cta.step(Phase::commit, 0);
    cta.combine(op, output, sum);
  }
};

}  // namespace lanescope
