// Inclusive sum scan of one section per block, by Brent and Kung: a reduction tree, and a tree that distributes its
// sums. A section is 2 blockDim elements; each section is scanned independently.
//
// Lesson: 2 N - 2 - log2 N additions instead of N log2 N - (N - 1), but nearly twice as many rounds.
// Watch:  the first half of the rounds is a reduction, the second its mirror image; most leave most threads idle.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ScanBrentKung {
  static constexpr KernelFacts facts{.id = "scan_brent_kung",
                                     .title = "Brent-Kung scan",
                                     .source = "PMPP 4e, Fig. 11.7",
                                     .elements_per_thread = 2,
                                     .shared_per_element = 1,
                                     .workload = Workload::scan};

  KERNEL_FN void operator()(auto cta, auto x, auto y, size_t n, unsigned) const {
    using T = ElementOf<decltype(y)>;
    const unsigned size = 2 * cta.size();
    auto section = shared_array<T>(cta, size);
    const unsigned t = cta.thread();
    const size_t i = size_t{size} * cta.block() + t;
    section[t] = cta.step(Phase::load, 0, i < n) ? x[i] : T(0);
    section[t + cta.size()] = cta.step(Phase::load, 0, i + cta.size() < n) ? x[i + cta.size()] : T(0);
    for (unsigned stride = 1; stride <= cta.size(); stride *= 2) {
      cta.sync();
      const unsigned k = (t + 1) * 2 * stride - 1;
      if (cta.step(Phase::tree, stride, k < size)) {
        section[k] = add<T>(section[k - stride], section[k]);
      }
    }
    for (unsigned stride = cta.size() / 2; stride >= 1; stride /= 2) {
      cta.sync();
      const unsigned k = (t + 1) * 2 * stride - 1;
      if (cta.step(Phase::tree, stride, k + stride < size)) {
        section[k + stride] = add<T>(section[k], section[k + stride]);
      }
    }
    cta.sync();
    if (cta.step(Phase::commit, 0, i < n)) {
      y[i] = section[t];
    }
    if (cta.step(Phase::commit, cta.size(), i + cta.size() < n)) {
      y[i + cta.size()] = section[t + cta.size()];
    }
  }
};

}  // namespace lanescope
