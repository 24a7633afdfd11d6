// Interleaved addressing in global memory: thread t owns element 2t, and stride 1, 2, 4 .. blockDim.
//
// Lesson: active threads spread out as the stride grows, so every warp stays busy for one lane's work.
// Watch:  at stride 2 to 32 every warp diverges; only then do whole warps drop out.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct InterleavedGlobal {
  static constexpr KernelFacts facts{.id = "interleaved_global",
                                     .title = "Interleaved, global memory",
                                     .source = "PMPP 4e, Fig. 10.6",
                                     .block_shape = BlockShape::pairs, .elements_per_thread = 2,
                                     .destroys_input = true, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    const unsigned t = cta.thread();
    const size_t i = size_t{2} * cta.size() * cta.block() + 2 * t;
    for (unsigned stride = 1; stride <= cta.size(); stride *= 2) {
      if (cta.step(Phase::tree, stride, t % stride == 0 && i + stride < n)) {
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
