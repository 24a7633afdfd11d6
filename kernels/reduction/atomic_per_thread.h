// A fixed grid: each thread sums every (grid size)-th element in a register, then makes one atomic addition.
//
// Lesson: most additions need no atomic; the queue at the output now has one entry per thread.
// Watch:  full coarsening steps, then as many atomics as there are threads, however large N is.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct AtomicPerThread {
  static constexpr KernelFacts facts{.id = "atomic_per_thread",
                                     .title = "Atomic per thread",
                                     .source = "CUDA reduction article, grid-stride sum",
                                     .block_shape = BlockShape::strided, .grid = GridRule::chosen};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    const size_t threads = size_t{cta.grid()} * cta.size();
    const size_t own = size_t{cta.block()} * cta.size() + cta.thread();
    T sum = op.identity();
    for (size_t first = 0; first < n; first += threads) {
      if (cta.step(Phase::own, threads, first + own < n)) {
        sum = op(sum, input[first + own]);
      }
    }
    if (cta.step(Phase::commit, 0, own < n)) {
      cta.combine(op, output, sum);
    }
  }
};

}  // namespace lanescope
