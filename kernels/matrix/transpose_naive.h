// Naive transpose: one thread per element, from global memory to global memory.
//
// Lesson: loads run along a row and are coalesced; stores run down a column, so each lane touches a sector of its own.
// Watch:  a store of 32 floats takes 32 sectors, its load only 4; the Coalescing view shows both.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TransposeNaive {
  static constexpr KernelFacts facts{.id = "transpose_naive",
                                     .title = "Naive transpose",
                                     .source = "PMPP 4e, section 6.1, coalescing",
                                     .workload = Workload::transpose};

  KERNEL_FN void operator()(auto cta, auto input, auto output, unsigned rows, unsigned columns, unsigned) const {
    const unsigned width = cta.size_x();
    const unsigned row = width * cta.block_y() + cta.thread_y();
    const unsigned column = width * cta.block_x() + cta.thread_x();
    if (cta.step(Phase::own, 0, row < rows && column < columns)) {
      output[size_t{column} * rows + row] = input[size_t{row} * columns + column];
    }
  }
};

}  // namespace lanescope
