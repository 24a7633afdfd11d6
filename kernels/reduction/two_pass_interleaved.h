// A fixed grid that strides through the input, so that neighbouring threads read neighbouring elements.
//
// Lesson: the same additions in another order of elements: a warp's load is now four sectors instead of 32.
// Watch:  sectors per request during coarsening; the serial tail is still there.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TwoPassInterleaved {
  static constexpr KernelFacts facts{.id = "two_pass_interleaved",
                                     .title = "Two passes, interleaved",
                                     .source = "CUDA reduction article, two passes",
                                     .block_shape = BlockShape::strided, .shared_per_thread = 1,
                                     .grid = GridRule::chosen,
                                     .combining = Combining::relaunch, .tail = BlockTail::serial};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    const size_t threads = size_t{cta.grid()} * cta.size();
    const size_t own = size_t{cta.block()} * cta.size() + t;
    T sum = op.identity();
    for (size_t first = 0; first < n; first += threads) {
      if (cta.step(Phase::own, threads, first + own < n)) {
        sum = op(sum, input[first + own]);
      }
    }
    s[t] = sum;
    cta.sync();
    for (unsigned other = 1; other < cta.size(); ++other) {
      if (cta.step(Phase::exchange, other, t == 0)) {
        sum = op(sum, s[other]);
      }
    }
    if (cta.step(Phase::commit, 0, t == 0)) {
      cta.combine(op, output, sum);
    }
  }
};

}  // namespace lanescope
