// Vector addition: each thread adds COARSE_FACTOR pairs of elements, blockDim apart, so that loads stay coalesced.
//
// Lesson: threads share no work, so coarsening saves nothing here: traffic and operations stay the same.
// Watch:  sectors and bytes do not change with COARSE_FACTOR; there are fewer blocks, each with more steps.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct VectorAdd {
  static constexpr KernelFacts facts{.id = "vector_add",
                                     .title = "Vector addition",
                                     .source = "PMPP 4e, Fig. 2.10 and section 6.3",
                                     .coarsens = true,
                                     .workload = Workload::vector_add};

  KERNEL_FN void operator()(auto cta, auto a, auto b, auto c, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(c)>;
    const size_t first = size_t{coarse_factor} * cta.size() * cta.block() + cta.thread();
    for (unsigned tile = 0; tile < coarse_factor; ++tile) {
      const size_t i = first + tile * cta.size();
      if (cta.step(Phase::own, tile * cta.size(), i < n)) {
        c[i] = add<T>(a[i], b[i]);
      }
    }
  }
};

}  // namespace lanescope
