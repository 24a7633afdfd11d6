// Tiled transpose: a block loads a tile into shared memory row by row, and stores it column by column.
//
// Lesson: loads and stores are both coalesced now, but a column of the tile is in one bank, so its 32 lanes take turns.
// Watch:  4 sectors per store; at TILE_WIDTH 32 every load from the tile is a 32-way bank conflict.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct TransposeTiled {
  static constexpr KernelFacts facts{.id = "transpose_tiled",
                                     .title = "Tiled transpose",
                                     .source = "PMPP 4e, sections 5.3 and 6.1: corner turning",
                                     .shared_per_thread = 1,
                                     .workload = Workload::transpose};

  KERNEL_FN void operator()(auto cta, auto input, auto output, unsigned rows, unsigned columns, unsigned) const {
    using T = ElementOf<decltype(output)>;
    const unsigned width = cta.size_x();
    auto tile = shared_array<T>(cta, width * width);
    const unsigned tx = cta.thread_x();
    const unsigned ty = cta.thread_y();
    const unsigned first_row = width * cta.block_y();
    const unsigned first_column = width * cta.block_x();
    if (cta.step(Phase::load, 0, first_row + ty < rows && first_column + tx < columns)) {
      tile[width * ty + tx] = input[size_t{first_row + ty} * columns + first_column + tx];
    }
    cta.sync();
    if (cta.step(Phase::exchange, width, first_column + ty < columns && first_row + tx < rows)) {
      output[size_t{first_column + ty} * rows + first_row + tx] = tile[width * tx + ty];
    }
  }
};

}  // namespace lanescope
