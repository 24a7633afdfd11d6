// A fixed grid that strides through the input, and a tree in shared memory instead of the serial tail.
//
// Lesson: log2 blockDim steps in parallel instead of blockDim - 1 in one thread.
// Watch:  the tail shrinks from blockDim - 1 steps to log2 blockDim.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TwoPassSharedTree {
  static constexpr KernelFacts facts{.id = "two_pass_shared_tree",
                                     .title = "Two passes, shared tree",
                                     .source = "CUDA reduction article, two passes",
                                     .block_shape = BlockShape::strided, .shared_per_thread = 1,
                                     .grid = GridRule::chosen,
                                     .combining = Combining::relaunch, .tail = BlockTail::tree};

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
