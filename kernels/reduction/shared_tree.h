// One block alone: the first addition while loading, then a tree over blockDim partial sums in shared memory.
//
// Lesson: a barrier works only within a block, so a block of 1,024 threads stops at 2,048 elements.
// Watch:  one block on one multiprocessor; all others idle.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct SharedTree {
  static constexpr KernelFacts facts{.id = "shared_tree",
                                     .title = "Shared tree, one block",
                                     .source = "PMPP 4e, Fig. 10.11",
                                     .block_shape = BlockShape::first_addition, .elements_per_thread = 2,
                                     .shared_per_thread = 1,
                                     .grid = GridRule::one_block,
                                     .combining = Combining::relaunch, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    T sum = cta.step(Phase::load, 0, t < n) ? input[t] : op.identity();
    if (cta.step(Phase::own, cta.size(), t + cta.size() < n)) {
      sum = op(sum, input[t + cta.size()]);
    }
    s[t] = sum;
    for (unsigned stride = cta.size() / 2; stride >= 1; stride /= 2) {
      cta.sync();
      if (cta.step(Phase::tree, stride, t < stride)) {
        s[t] = op(s[t], s[t + stride]);
      }
    }
    if (cta.step(Phase::commit, 0, t == 0)) {
      cta.combine(op, output, s[0]);
    }
  }
};

}  // namespace lanescope
