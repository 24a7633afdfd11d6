// Histogram, one element per thread: each block counts in a private copy in shared memory, and commits it at the end.
// The bin of an element is its lowest six bits, the remainder of a division by 64.
//
// Lesson: updates of the block's own copy stay in shared memory; but every block commits all bins to global memory.
// Watch:  at the end 64 global atomics per block, however few elements it counted; at blockDim 64, one per element.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct HistogramPrivate {
  static constexpr KernelFacts facts{.id = "histogram_private",
                                     .title = "Histogram, private copies",
                                     .source = "PMPP 4e, Fig. 9.10",
                                     .shared_per_block = kHistogramBins,
                                     .workload = Workload::histogram};

  KERNEL_FN void operator()(auto cta, auto x, auto counts, size_t n, unsigned) const {
    using T = ElementOf<decltype(counts)>;
    auto own = shared_array<T>(cta, kHistogramBins);
    for (unsigned first = 0; first < kHistogramBins; first += cta.size()) {
      const unsigned bin = first + cta.thread();
      if (cta.step(Phase::load, 0, bin < kHistogramBins)) {
        own[bin] = 0;
      }
    }
    cta.sync();
    const size_t i = size_t{cta.size()} * cta.block() + cta.thread();
    if (cta.step(Phase::own, 0, i < n)) {
      const unsigned value = unsigned(x[i]);
      cta.atomic_add(own, value % kHistogramBins, 1);
    }
    cta.sync();
    for (unsigned first = 0; first < kHistogramBins; first += cta.size()) {
      const unsigned bin = first + cta.thread();
      if (cta.step(Phase::commit, first, bin < kHistogramBins)) {
        cta.atomic_add(counts, bin, own[bin]);
      }
    }
  }
};

}  // namespace lanescope
