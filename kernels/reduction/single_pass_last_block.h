// One launch for everything: blocks store partial sums, and the block that finishes last reduces those.
//
// Lesson: a fence and an atomic counter are enough for a block to know that all partial sums are stored.
// Watch:  blocks end by storing a partial sum; the last block starts again, on as many elements as there are blocks.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct SinglePassLastBlock {
  static constexpr KernelFacts facts{.id = "single_pass_last_block",
                                     .title = "Single pass, last block",
                                     .source = "CUDA reduction article, single pass",
                                     .block_shape = BlockShape::strided, .shared_per_thread = 1,
                                     .grid = GridRule::chosen,
                                     .combining = Combining::last_block, .tail = BlockTail::tree};

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
    if (cta.is_last_block()) {
      sum = op.identity();
      for (unsigned first = 0; first < cta.grid(); first += cta.size()) {
        if (cta.step(Phase::own, cta.size(), first + t < cta.grid())) {
          sum = op(sum, output[first + t]);
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
        output[0] = s[0];
      }
    }
  }
};

}  // namespace lanescope
