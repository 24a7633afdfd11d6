// Interleaved addressing in shared memory: 2 * blockDim partial sums, stride 1, 2, 4 .. blockDim.
//
// Lesson: shared memory removes the global traffic of the tree, but not its divergence.
// Watch:  the masks are those of the global version; the bank conflicts are new.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct InterleavedShared {
  static constexpr KernelFacts facts{.id = "interleaved_shared",
                                     .title = "Interleaved, shared memory",
                                     .source = "NVIDIA Teaching Kit, module 9.2",
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
    for (unsigned stride = 1; stride <= cta.size(); stride *= 2) {
      cta.sync();
      if (cta.step(Phase::tree, stride, t % stride == 0)) {
        s[2 * t] = op(s[2 * t], s[2 * t + stride]);
      }
    }
    if (cta.step(Phase::commit, 0, t == 0)) {
      cta.combine(op, output, s[0]);
    }
  }
};

}  // namespace lanescope
