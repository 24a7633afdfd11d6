// Five-point stencil in one dimension, one thread per output: y[i] is the sum of x[i - 2] to x[i + 2], weighted by 1,
// 4, 6, 4 and 1 sixteenths. Elements outside the array count as 0.
//
// Lesson: each thread loads five inputs, and its neighbours load four of them again: every input is loaded five times.
// Watch:  five requests for 32 outputs; but lanes read neighbours, so each request touches four or five sectors.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct StencilBasic {
  static constexpr KernelFacts facts{.id = "stencil_basic",
                                     .title = "Five-point stencil",
                                     .source = "PMPP 4e, section 8.2, in one dimension",
                                     .workload = Workload::stencil};

  KERNEL_FN void operator()(auto cta, auto x, auto y, size_t n, unsigned) const {
    using T = ElementOf<decltype(y)>;
    const size_t i = size_t{cta.size()} * cta.block() + cta.thread();
    if (cta.step(Phase::own, 0, i < n)) {
      const T far_left = i >= 2 ? x[i - 2] : T(0);
      const T left = i >= 1 ? x[i - 1] : T(0);
      const T middle = x[i];
      const T right = i + 1 < n ? x[i + 1] : T(0);
      const T far_right = i + 2 < n ? x[i + 2] : T(0);
      T sum = 0.0625f * far_left;
      sum = multiply_add(0.25f, left, sum);
      sum = multiply_add(0.375f, middle, sum);
      sum = multiply_add(0.25f, right, sum);
      sum = multiply_add(0.0625f, far_right, sum);
      y[i] = sum;
    }
  }
};

}  // namespace lanescope
