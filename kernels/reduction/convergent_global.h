// Sequential addressing in global memory: thread t owns element t, and stride blockDim .. 4, 2, 1.
//
// Lesson: active threads stay packed, so whole warps retire together and the rest run full.
// Watch:  the active mask shrinks from the right; only steps with fewer threads than one warp diverge.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ConvergentGlobal {
  static constexpr KernelFacts facts{.id = "convergent_global",
                                     .title = "Convergent, global memory",
                                     .source = "PMPP 4e, Fig. 10.9",
                                     .block_shape = BlockShape::pairs, .elements_per_thread = 2,
                                     .destroys_input = true, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    const unsigned t = cta.thread();
    const size_t i = size_t{2} * cta.size() * cta.block() + t;
    for (unsigned stride = cta.size(); stride >= 1; stride /= 2) {
      if (cta.step(Phase::tree, stride, t < stride && i + stride < n)) {
        input[i] = op(input[i], input[i + stride]);
      }
      cta.sync();
    }
    if (cta.step(Phase::commit, 0, t == 0)) {
      cta.combine(op, output, input[i]);
    }
  }
};

}  // namespace lanescope
