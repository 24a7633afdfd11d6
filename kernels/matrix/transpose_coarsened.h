// Coarsened transpose: each block takes COARSE_FACTOR tiles of a row one after another, through one padded tile.
//
// Lesson: tiles share nothing, so no traffic is saved; fewer blocks do the same, with a barrier more for each tile.
// Watch:  sectors stay the same at every COARSE_FACTOR; blocks fall, and steps and barriers of a block rise.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TransposeCoarsened {
  static constexpr KernelFacts facts{.id = "transpose_coarsened",
                                     .title = "Coarsened transpose",
                                     .source = "PMPP 4e, section 6.3, on the padded transpose",
                                     .shared_per_thread = 1,
                                     .shared_per_row = 1,
                                     .coarsens = true, .fine_partner = "transpose_padded", .known_factor = true,
                                     .workload = Workload::transpose,
                                     .max_coarse_factor = 8};

  KERNEL_FN void operator()(auto cta, auto input, auto output, unsigned rows, unsigned columns, unsigned coarse_factor) const {
    using T = ElementOf<decltype(output)>;
    const unsigned width = cta.size_x();
    const unsigned pitch = width + 1;
    auto tile = shared_array<T>(cta, width * pitch);
    const unsigned tx = cta.thread_x();
    const unsigned ty = cta.thread_y();
    const unsigned first_row = width * cta.block_y();
    const unsigned column_start = width * coarse_factor * cta.block_x();
    KERNEL_UNROLL
    for (unsigned c = 0; c < coarse_factor; ++c) {
      const unsigned first_column = column_start + width * c;
      if (cta.step(Phase::load, width * c, first_row + ty < rows && first_column + tx < columns)) {
        tile[pitch * ty + tx] = input[size_t{first_row + ty} * columns + first_column + tx];
      }
      cta.sync();
      if (cta.step(Phase::exchange, pitch, first_column + ty < columns && first_row + tx < rows)) {
        output[size_t{first_column + ty} * rows + first_row + tx] = tile[pitch * tx + ty];
      }
      cta.sync();
    }
  }
};

}  // namespace lanescope
