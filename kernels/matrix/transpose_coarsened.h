// Coarsened padded transpose: each block moves COARSE_FACTOR tiles, one after another, through the same shared memory.
//
// Lesson: threads share no loads, so coarsening saves blocks but no traffic.
// Watch:  beside transpose_padded the same requests, sectors and barriers in fewer blocks, and a ragged last tile.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TransposeCoarsened {
  static constexpr KernelFacts facts{.id = "transpose_coarsened",
                                     .title = "Coarsened padded transpose",
                                     .source = "PMPP 4e, sections 5.3 and 6.3, padded against bank conflicts",
                                     .shared_per_thread = 1,
                                     .shared_per_row = 1,
                                     .coarsens = true, .fine_partner = "transpose_padded",
                                     .workload = Workload::transpose,
                                     .max_coarse_factor = 8};

  KERNEL_FN void operator()(auto cta, auto input, auto output, unsigned rows, unsigned columns,
                            unsigned coarse_factor) const {
    using T = ElementOf<decltype(output)>;
    const unsigned width = cta.size_x();
    const unsigned pitch = width + 1;
    auto tile = shared_array<T>(cta, width * pitch);
    const unsigned tx = cta.thread_x();
    const unsigned ty = cta.thread_y();
    const unsigned row = width * cta.block_y() + ty;
    const unsigned row_of_store = width * cta.block_y() + tx;
    for (unsigned c = 0; c < coarse_factor; ++c) {
      const unsigned first_column = width * (coarse_factor * cta.block_x() + c);
      if (cta.step(Phase::load, width * c, row < rows && first_column + tx < columns)) {
        tile[pitch * ty + tx] = input[size_t{row} * columns + first_column + tx];
      }
      cta.sync();
      if (cta.step(Phase::exchange, pitch, first_column + ty < columns && row_of_store < rows)) {
        output[size_t{first_column + ty} * rows + row_of_store] = tile[pitch * tx + ty];
      }
      cta.sync();
    }
  }
};

}  // namespace lanescope
