// A fixed grid, each thread with one contiguous chunk of the input; a second launch reduces the partial sums.
//
// Lesson: neighbouring threads read far apart, so a warp's load touches 32 sectors; then one thread adds all sums.
// Watch:  sectors per request during coarsening, and the long tail of steps with a single active thread.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TwoPassBlocked {
  static constexpr KernelFacts facts{.id = "two_pass_blocked",
                                     .title = "Two passes, blocked",
                                     .source = "CUDA reduction article, two passes",
                                     .block_shape = BlockShape::strided, .shared_per_thread = 1,
                                     .grid = GridRule::chosen, .in_chunks = true,
                                     .combining = Combining::relaunch, .tail = BlockTail::serial};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto s = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    const size_t threads = size_t{cta.grid()} * cta.size();
    const size_t own = size_t{cta.block()} * cta.size() + t;
    T sum = op.identity();
    const size_t chunk = (n + threads - 1) / threads;
    for (size_t k = 0; k < chunk; ++k) {
      if (cta.step(Phase::own, 1, own * chunk + k < n)) {
        sum = op(sum, input[own * chunk + k]);
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
