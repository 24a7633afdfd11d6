// Matrix product, one thread per element of P: a row of M times a column of N, all from global memory.
//
// Lesson: every thread loads what its neighbours load too: two operations for eight bytes, 0.25 FLOP/B.
// Watch:  lanes of a warp share one element of M and read neighbouring elements of N; every round loads both again.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct MatmulNaive {
  static constexpr KernelFacts facts{.id = "matmul_naive",
                                     .title = "Naive product",
                                     .source = "PMPP 4e, Fig. 3.11",
                                     .workload = Workload::matrix_product};

  KERNEL_FN void operator()(auto cta, auto m, auto n, auto p, unsigned rows, unsigned inner, unsigned columns,
                            unsigned) const {
    using T = ElementOf<decltype(p)>;
    const unsigned row = cta.size_x() * cta.block_y() + cta.thread_y();
    const unsigned column = cta.size_x() * cta.block_x() + cta.thread_x();
    T sum = 0;
    for (unsigned k = 0; k < inner; ++k) {
      if (cta.step(Phase::own, 0, row < rows && column < columns)) {
        const T left = m[size_t{row} * inner + k];
        const T right = n[size_t{k} * columns + column];
        sum = multiply_add(left, right, sum);
      }
    }
    if (cta.step(Phase::commit, 0, row < rows && column < columns)) {
      p[size_t{row} * columns + column] = sum;
    }
  }
};

}  // namespace lanescope
