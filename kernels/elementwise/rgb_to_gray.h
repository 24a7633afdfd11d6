// Colour to gray: three planes of colour become one, pixel by pixel; each thread converts COARSE_FACTOR pixels,
// blockDim apart.
//
// Lesson: no pixel needs what another one loaded, so there is nothing that coarsening could save.
// Watch:  five operations per twelve bytes, whatever COARSE_FACTOR is: the kernel is memory-bound.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct RgbToGray {
  static constexpr KernelFacts facts{.id = "rgb_to_gray",
                                     .title = "RGB to gray",
                                     .source = "PMPP 4e, Fig. 3.4 and section 6.3",
                                     .coarsens = true,
                                     .workload = Workload::rgb_to_gray};

  KERNEL_FN void operator()(auto cta, auto r, auto g, auto b, auto gray, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(gray)>;
    const size_t first = size_t{coarse_factor} * cta.size() * cta.block() + cta.thread();
    for (unsigned tile = 0; tile < coarse_factor; ++tile) {
      const size_t i = first + tile * cta.size();
      if (cta.step(Phase::own, tile * cta.size(), i < n)) {
        const T red = r[i], green = g[i], blue = b[i];
        T shade = 0.21f * red;
        shade = multiply_add(0.72f, green, shade);
        shade = multiply_add(0.07f, blue, shade);
        gray[i] = shade;
      }
    }
  }
};

}  // namespace lanescope
