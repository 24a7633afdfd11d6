// Sequential addressing in shared memory: 2 * blockDim partial sums, stride blockDim .. 4, 2, 1.
//
// Lesson: active threads stay packed, so whole warps retire together, and no two lanes share a bank.
// Watch:  the active mask shrinks from the right; only steps with fewer threads than one warp diverge.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ConvergentShared {
  static constexpr KernelFacts facts{.id = "convergent_shared",
                                     .title = "Convergent, shared memory",
                                     .source = "NVIDIA Teaching Kit, module 9.3",
                                     .block_shape = BlockShape::pairs, .elements_per_thread = 2,
                                     .shared_per_thread = 2,
                                     .any_combining = true, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, 2 * cta.size());
    const unsigned t = cta.thread();
    const size_t i = size_t{2} * cta.size() * cta.block() + t;
    s[t] = cta.step(Phase::load, 0, i < n) ? input[i] : op.identity();
    s[cta.size() + t] = cta.step(Phase::load, 0, i + cta.size() < n) ? input[i + cta.size()] : op.identity();
    for (unsigned stride = cta.size(); stride >= 1; stride /= 2) {
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
