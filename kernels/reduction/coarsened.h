// Coarsened reduction: each thread first sums 2 * COARSE_FACTOR elements in a register, blockDim apart.
//
// Lesson: serialising what the hardware would serialise anyway saves barriers, under-utilized steps and traffic of shared memory.
// Watch:  the coarsening steps are full and need no barrier; the tree is paid once for COARSE_FACTOR segments.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Coarsened {
  static constexpr KernelFacts facts{.id = "coarsened",
                                     .title = "Coarsened",
                                     .source = "PMPP 4e, Fig. 10.15",
                                     .block_shape = BlockShape::first_addition, .elements_per_thread = 2,
                                     .shared_per_thread = 1,
                                     .coarsens = true, .fine_partner = "segmented", .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned coarse_factor, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    const size_t i = size_t{2} * coarse_factor * cta.size() * cta.block() + t;
    T sum = cta.step(Phase::load, 0, i < n) ? input[i] : op.identity();
    for (unsigned tile = 1; tile < 2 * coarse_factor; ++tile) {
      if (cta.step(Phase::own, tile * cta.size(), i + tile * cta.size() < n)) {
        sum = op(sum, input[i + tile * cta.size()]);
      }
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
