// Warp shuffles instead of shared memory: each warp reduces in registers, then the first warp reduces the warps.
//
// Lesson: lanes of one warp exchange registers directly: one barrier per block instead of one per step.
// Watch:  no lane is ever masked off, yet half of every shuffle's additions are thrown away.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct WarpShuffle {
  static constexpr KernelFacts facts{.id = "warp_shuffle",
                                     .title = "Warp shuffle",
                                     .source = "CUDA C++ Programming Guide, warp shuffle functions",
                                     .block_shape = BlockShape::shuffles, .elements_per_thread = 2,
                                     .shared_per_block = kWarpSize,
                                     .any_combining = true, .tail = BlockTail::tree};

  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto warp_sums = shared_array<T>(cta, kWarpSize);
    const unsigned t = cta.thread();
    const unsigned lanes = live_lanes(cta.size());
    const unsigned width = cta.size() < kWarpSize ? cta.size() : kWarpSize;
    const unsigned warps = cta.size() / width;
    const size_t i = size_t{2} * cta.size() * cta.block() + t;
    T sum = cta.step(Phase::load, 0, i < n) ? input[i] : op.identity();
    if (cta.step(Phase::own, cta.size(), i + cta.size() < n)) {
      sum = op(sum, input[i + cta.size()]);
    }
    for (unsigned offset = width / 2; offset >= 1; offset /= 2) {
      cta.step(Phase::shuffle, offset);
      sum = op(sum, cta.shuffle_down(lanes, sum, offset, width));
    }
    if (t % kWarpSize == 0) {
      warp_sums[t / kWarpSize] = sum;
    }
    cta.sync();
    if (t < width) {
      sum = cta.step(Phase::load, 0, t < warps) ? warp_sums[t] : op.identity();
      for (unsigned offset = warps / 2; offset >= 1; offset /= 2) {
        cta.step(Phase::shuffle, offset);
        sum = op(sum, cta.shuffle_down(lanes, sum, offset, width));
      }
      if (cta.step(Phase::commit, 0, t == 0)) {
        cta.combine(op, output, sum);
      }
    }
  }
};

}  // namespace lanescope
