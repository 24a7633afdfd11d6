// Segmented reduction: each block reduces a segment of 2 * blockDim elements, the first addition while loading.
//
// Lesson: a grid of independent trees reduces any N; one atomic per block is cheap.
// Watch:  the first step is full, and shared memory holds half of what the Teaching Kit version needs.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Segmented {
  static constexpr KernelFacts facts{.id = "segmented",
                                     .title = "Segmented",
                                     .source = "PMPP 4e, Fig. 10.13",
                                     .block_shape = BlockShape::first_addition, .elements_per_thread = 2,
                                     .shared_per_thread = 1, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    const size_t i = size_t{2} * cta.size() * cta.block() + t;
    T sum = cta.step(Phase::load, 0, i < n) ? input[i] : op.identity();
    if (cta.step(Phase::own, cta.size(), i + cta.size() < n)) {
      sum = op(sum, input[i + cta.size()]);
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
