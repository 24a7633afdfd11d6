// Coarsened five-point stencil with register tiling: each thread computes COARSE_FACTOR contiguous outputs, and keeps
// the inputs that they share in registers. Weights and edges are those of stencil_basic.
//
// Lesson: a thread loads COARSE_FACTOR + 4 inputs for its outputs, so each is loaded 1 + 4 / COARSE_FACTOR times.
// Watch:  fewer requests, but lanes now access elements COARSE_FACTOR apart: each request touches up to 32 sectors.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct StencilCoarsened {
  static constexpr KernelFacts facts{.id = "stencil_coarsened",
                                     .title = "Coarsened stencil, register tiling",
                                     .source = "PMPP 4e, sections 8.4 and 8.5, in one dimension",
                                     .coarsens = true, .fine_partner = "stencil_basic",
                                     .known_factor = true,
                                     .workload = Workload::stencil,
                                     .max_coarse_factor = 16};

  KERNEL_FN void operator()(auto cta, auto x, auto y, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(y)>;
    const size_t first = (size_t{cta.size()} * cta.block() + cta.thread()) * coarse_factor;
    // window[k] is x[first + k - 2].
    T window[20];
    cta.step(Phase::load, 0, first < n);
    const size_t end = first < n ? n : 0;  // a thread without outputs needs no inputs
    window[0] = first >= 2 && first - 2 < end ? x[first - 2] : T(0);
    window[1] = first >= 1 && first - 1 < end ? x[first - 1] : T(0);
    KERNEL_UNROLL
    for (unsigned k = 0; k < coarse_factor + 2; ++k) {
      window[k + 2] = first + k < n ? x[first + k] : T(0);
    }
    KERNEL_UNROLL
    for (unsigned c = 0; c < coarse_factor; ++c) {
      if (cta.step(Phase::own, c, first + c < n)) {
        T sum = 0.0625f * window[c];
        sum = multiply_add(0.25f, window[c + 1], sum);
        sum = multiply_add(0.375f, window[c + 2], sum);
        sum = multiply_add(0.25f, window[c + 3], sum);
        sum = multiply_add(0.0625f, window[c + 4], sum);
        y[first + c] = sum;
      }
    }
  }
};

}  // namespace lanescope
