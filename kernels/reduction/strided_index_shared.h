// Consecutive threads, strided index: thread t adds at 2 * stride * t in shared memory, stride 1, 2, 4 .. blockDim / 2.
//
// Lesson: packing the threads removes the divergence, but their addresses now fall into the same banks.
// Watch:  the masks are those of segmented's tree; wavefronts per load double with the stride while a warp is full.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct StridedIndexShared {
  static constexpr KernelFacts facts{.id = "strided_index_shared",
                                     .title = "Strided index, shared memory",
                                     .source = "NVIDIA Teaching Kit, module 9.3",
                                     .block_shape = BlockShape::pairs, .elements_per_thread = 1,
                                     .shared_per_thread = 1,
                                     .any_combining = true, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    const size_t i = size_t{cta.size()} * cta.block() + t;
    s[t] = cta.step(Phase::load, 0, i < n) ? input[i] : op.identity();
    for (unsigned stride = 1; stride < cta.size(); stride *= 2) {
      cta.sync();
      const unsigned index = 2 * stride * t;
      if (cta.step(Phase::tree, stride, index < cta.size())) {
        s[index] = op(s[index], s[index + stride]);
      }
    }
    if (cta.step(Phase::commit, 0, t == 0)) {
      cta.combine(op, output, s[0]);
    }
  }
};

}  // namespace lanescope
