// Padded transpose: like the tiled one, but rows of the tile are one element longer, so that a column is in 32 banks.
//
// Lesson: one unused element per row shifts each row by one bank; TILE_WIDTH more elements avoid all conflicts.
// Watch:  the same requests and sectors as transpose_tiled, but no bank conflict at TILE_WIDTH 32.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TransposePadded {
  static constexpr KernelFacts facts{.id = "transpose_padded",
                                     .title = "Padded transpose",
                                     .source = "PMPP 4e, sections 5.3 and 6.1, padded against bank conflicts",
                                     .shared_per_thread = 1,
                                     .shared_per_row = 1,
                                     .workload = Workload::transpose};

  KERNEL_FN void operator()(auto cta, auto input, auto output, unsigned rows, unsigned columns, unsigned) const {
    using T = ElementOf<decltype(output)>;
    const unsigned width = cta.size_x();
    const unsigned pitch = width + 1;
    auto tile = shared_array<T>(cta, width * pitch);
    const unsigned tx = cta.thread_x();
    const unsigned ty = cta.thread_y();
    const unsigned first_row = width * cta.block_y();
    const unsigned first_column = width * cta.block_x();
    if (cta.step(Phase::load, 0, first_row + ty < rows && first_column + tx < columns)) {
      tile[pitch * ty + tx] = input[size_t{first_row + ty} * columns + first_column + tx];
    }
    cta.sync();
    if (cta.step(Phase::exchange, pitch, first_column + ty < columns && first_row + tx < rows)) {
      output[size_t{first_column + ty} * rows + first_row + tx] = tile[pitch * tx + ty];
    }
  }
};

}  // namespace lanescope
