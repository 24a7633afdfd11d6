// 16-byte loads, four per thread in flight, shuffles, and one launch: blocks publish their results for the last block.
//
// Lesson: when nothing is wasted, memory is the limit: a quarter of the load instructions, and none waits for another.
// Watch:  a warp's load covers 512 bytes, 16 sectors; then two short phases, and the last block collects the others.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Vectorized {
  static constexpr KernelFacts facts{.id = "vectorized",
                                     .title = "Vectorized, one launch",
                                     .source = "Lanescope, launch shape by rule",
                                     .shared_per_block = kWarpSize,
                                     .unrolled = true,
                                     .grid = GridRule::chosen,
                                     .combining = Combining::last_block, .tail = BlockTail::warps,
                                     .vectorized = true};

  /// The input must begin at a multiple of 16 bytes, as memory allocated by CUDA does.
  KERNEL_FN void operator()(auto cta, auto input, auto output, size_t n, unsigned, auto op) const {
    using T = ValueOf<decltype(op)>;
    auto warp_sums = shared_array<T>(cta, kWarpSize);
    const unsigned t = cta.thread();
    const unsigned lanes = live_lanes(cta.size());
    const unsigned width = cta.size() < kWarpSize ? cta.size() : kWarpSize;
    const size_t vectors = n / Vector<T>::kLength;
    const size_t stride = size_t{kLoadsInFlight} * cta.size() * cta.grid();
    size_t first = size_t{kLoadsInFlight} * cta.size() * cta.block();
    T sum = op.identity();
    // The elements after the last whole vector: fewer than one vector.
    for (unsigned rest = 0; rest + 1 < Vector<T>::kLength; rest += cta.size()) {
      if (cta.step(Phase::own, 1, cta.block() == 0 && vectors * Vector<T>::kLength + rest + t < n)) {
        sum = op(sum, input[vectors * Vector<T>::kLength + rest + t]);
      }
    }
    Vector<T> x[kLoadsInFlight];
    // A whole tile needs no comparison per load; most blocks of a small input have just this one.
    if (first + kLoadsInFlight * cta.size() <= vectors) {
      for (unsigned u = 0; u < kLoadsInFlight; ++u) {
        cta.step(Phase::load, 0);
        x[u] = load_vector(input, first + u * cta.size() + t);
      }
      KERNEL_UNROLL
      for (unsigned distance = Vector<T>::kLength / 2; distance >= 1; distance /= 2) {
        for (unsigned u = 0; u < kLoadsInFlight; ++u) {
          for (unsigned k = 0; k < distance; ++k) {
            cta.step(Phase::own, distance);
            x[u].at[k] = op(x[u].at[k], x[u].at[k + distance]);
          }
        }
      }
      for (unsigned u = 0; u < kLoadsInFlight; ++u) {
        cta.step(Phase::own, cta.size() * Vector<T>::kLength);
        sum = op(sum, x[u].at[0]);
      }
      first += stride;
    }
    for (; first < vectors; first += stride) {
      for (unsigned u = 0; u < kLoadsInFlight; ++u) {
        if (cta.step(Phase::load, 0, first + u * cta.size() + t < vectors)) {
          x[u] = load_vector(input, first + u * cta.size() + t);
        } else {
          for (unsigned k = 0; k < Vector<T>::kLength; ++k) {
            x[u].at[k] = op.identity();
          }
        }
      }
      KERNEL_UNROLL
      for (unsigned distance = Vector<T>::kLength / 2; distance >= 1; distance /= 2) {
        for (unsigned u = 0; u < kLoadsInFlight; ++u) {
          for (unsigned k = 0; k < distance; ++k) {
            cta.step(Phase::own, distance);
            x[u].at[k] = op(x[u].at[k], x[u].at[k + distance]);
          }
        }
      }
      for (unsigned u = 0; u < kLoadsInFlight; ++u) {
        cta.step(Phase::own, cta.size() * Vector<T>::kLength);
        sum = op(sum, x[u].at[0]);
      }
    }
    sum = cta.reduce_warp(op, sum, lanes, width);
    if (t % kWarpSize == 0) {
      warp_sums[t / kWarpSize] = sum;
    }
    cta.sync();
    if (t < kWarpSize) {
      for (unsigned warp = 1; warp < cta.size() / width; ++warp) {
        cta.step(Phase::exchange, warp);
        sum = op(sum, warp_sums[warp]);
      }
    }
    cta.skip_steps(t < kWarpSize ? 0 : cta.size() / width - 1);
    if (cta.grid() > 1) {
      if (cta.block() + 1 < cta.grid()) {
        if (cta.step(Phase::commit, 0, t == 0)) {
          cta.publish(output, sum);
        }
        return;
      }
      if (t > 0) {
        sum = op.identity();
      }
      for (unsigned from = 0; from + 1 < cta.grid(); from += cta.size()) {
        if (cta.step(Phase::own, 1, from + t + 1 < cta.grid())) {
          sum = op(sum, cta.collect(output, from + t));
        }
      }
      sum = cta.reduce_warp(op, sum, lanes, width);
      cta.sync();
      if (t % kWarpSize == 0) {
        warp_sums[t / kWarpSize] = sum;
      }
      cta.sync();
      if (t < kWarpSize) {
        for (unsigned warp = 1; warp < cta.size() / width; ++warp) {
          cta.step(Phase::exchange, warp);
          sum = op(sum, warp_sums[warp]);
        }
      }
      cta.skip_steps(t < kWarpSize ? 0 : cta.size() / width - 1);
    }
    if (cta.step(Phase::commit, 0, t == 0)) {
      output[0] = sum;
    }
  }
};

}  // namespace lanescope
