// One launch of the hierarchical scan: block b adds the sum of all sections before section b + 1 to each of its
// elements. Section 0 is right as it is.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct AddSectionSums {
  static constexpr KernelFacts facts{.id = "add_section_sums",
                                     .title = "Add the sums of the previous sections",
                                     .source = "PMPP 4e, section 11.6",
                                     .coarsens = true,
                                     .workload = Workload::whole_scan};

  KERNEL_FN void operator()(auto cta, auto sums, auto y, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(y)>;
    const unsigned size = coarse_factor * cta.size();
    const unsigned t = cta.thread();
    const size_t begin = size_t{size} * (cta.block() + 1);
    cta.step(Phase::load, 0);
    const T before = sums[cta.block()];
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::own, k - t, begin + k < n)) {
        y[begin + k] = add<T>(before, y[begin + k]);
      }
    }
  }
};

}  // namespace lanescope
