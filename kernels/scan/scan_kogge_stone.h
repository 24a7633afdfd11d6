// Inclusive sum scan of one section per block, by Kogge and Stone: y[i] is the sum of its section's elements up to
// x[i]. A section is blockDim elements; each section is scanned independently.
//
// Lesson: log2 blockDim rounds and hardly an idle thread, but N log2 N - (N - 1) additions; a loop takes N - 1.
// Watch:  nearly all threads work in nearly every round, and every round takes two barriers.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ScanKoggeStone {
  static constexpr KernelFacts facts{.id = "scan_kogge_stone",
                                     .title = "Kogge-Stone scan",
                                     .source = "PMPP 4e, Fig. 11.3",
                                     .shared_per_element = 1,
                                     .workload = Workload::scan};

  KERNEL_FN void operator()(auto cta, auto x, auto y, size_t n, unsigned) const {
    using T = ElementOf<decltype(y)>;
    auto section = shared_array<T>(cta, cta.size());
    const unsigned t = cta.thread();
    const size_t i = size_t{cta.size()} * cta.block() + t;
    section[t] = cta.step(Phase::load, 0, i < n) ? x[i] : T(0);
    for (unsigned stride = 1; stride < cta.size(); stride *= 2) {
      cta.sync();
      T sum = 0;
      if (cta.step(Phase::exchange, stride, t >= stride)) {
        sum = add<T>(section[t - stride], section[t]);
      }
      cta.sync();
      if (t >= stride) {
        section[t] = sum;
      }
    }
    if (cta.step(Phase::commit, 0, i < n)) {
      y[i] = section[t];
    }
  }
};

}  // namespace lanescope
