// A fixed grid, and a tree whose blockDim is a template argument: the compiler makes a kernel for every power of two.
//
// Lesson: with constant bounds the compiler unrolls every loop of the tree; counters and comparisons are gone.
// Watch:  masks, requests and barriers are those of the previous rung; only instructions are saved, as the time shows.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TwoPassUnrolled {
  static constexpr KernelFacts facts{.id = "two_pass_unrolled",
                                     .title = "Two passes, unrolled",
                                     .source = "CUDA reduction article, two passes",
                                     .block_shape = BlockShape::strided, .shared_per_thread = 1,
                                     .unrolled = true,
                                     .grid = GridRule::chosen,
                                     .combining = Combining::relaunch, .tail = BlockTail::last_warp};

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
    unsigned stride = cta.size() / 2;
    for (; stride > kWarpSize; stride /= 2) {
      cta.sync();
      if (cta.step(Phase::tree, stride, t < stride)) {
        s[t] = op(s[t], s[t + stride]);
      }
    }
    cta.sync();
    if (t < kWarpSize) {
      for (; stride >= 1; stride /= 2) {
        if (cta.step(Phase::tree, stride, t < stride)) {
          s[t] = op(s[t], s[t + stride]);
        }
        cta.sync_warp();
      }
      if (cta.step(Phase::commit, 0, t == 0)) {
        cta.combine(op, output, s[0]);
      }
    }
  }
};

}  // namespace lanescope
