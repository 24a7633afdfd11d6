// Coarsened histogram, contiguous partition: each thread counts COARSE_FACTOR contiguous elements in the block's
// private copy. Bins are those of histogram_private.
//
// Lesson: COARSE_FACTOR times fewer private copies to commit; but lanes of a warp no longer read neighbouring elements.
// Watch:  global atomics fall with COARSE_FACTOR; lanes access elements COARSE_FACTOR apart: more sectors per request.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct HistogramContiguous {
  static constexpr KernelFacts facts{.id = "histogram_contiguous",
                                     .title = "Coarsened histogram, contiguous",
                                     .source = "PMPP 4e, Fig. 9.12",
                                     .shared_per_block = kHistogramBins,
                                     .coarsens = true, .fine_partner = "histogram_private",
                                     .workload = Workload::histogram};

  KERNEL_FN void operator()(auto cta, auto x, auto counts, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(counts)>;
    auto own = shared_array<T>(cta, kHistogramBins);
    for (unsigned first = 0; first < kHistogramBins; first += cta.size()) {
      const unsigned bin = first + cta.thread();
      if (cta.step(Phase::load, 0, bin < kHistogramBins)) {
        own[bin] = 0;
      }
    }
    cta.sync();
    const size_t begin = (size_t{cta.size()} * cta.block() + cta.thread()) * coarse_factor;
    for (unsigned c = 0; c < coarse_factor; ++c) {
      const size_t i = begin + c;
      if (cta.step(Phase::own, c, i < n)) {
        const unsigned value = unsigned(x[i]);
        cta.atomic_add(own, value % kHistogramBins, 1);
      }
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
