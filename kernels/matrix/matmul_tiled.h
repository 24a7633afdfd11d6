// Tiled matrix product: a block loads tiles of M and N into shared memory, and uses each element TILE_WIDTH times.
//
// Lesson: every element loaded serves TILE_WIDTH threads: TILE_WIDTH / 4 FLOP/B, 8 at TILE_WIDTH 32.
// Watch:  a phase is two loads per thread, a barrier, TILE_WIDTH rounds from shared memory, and another barrier.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct MatmulTiled {
  static constexpr KernelFacts facts{.id = "matmul_tiled",
                                     .title = "Tiled product",
                                     .source = "PMPP 4e, Fig. 5.9 and 5.13",
                                     .shared_per_thread = 2,
                                     .workload = Workload::matrix_product};

  KERNEL_FN void operator()(auto cta, auto m, auto n, auto p, unsigned rows, unsigned inner, unsigned columns,
                            unsigned) const {
    using T = ElementOf<decltype(p)>;
    const unsigned width = cta.size_x();
    // The tile of M, then that of N.
    auto tiles = shared_array<T>(cta, 2 * width * width);
    const unsigned tx = cta.thread_x();
    const unsigned ty = cta.thread_y();
    const unsigned row = width * cta.block_y() + ty;
    const unsigned column = width * cta.block_x() + tx;
    T sum = 0;
    for (unsigned first = 0; first < inner; first += width) {
      const bool in_m = row < rows && first + tx < inner;
      const bool in_n = first + ty < inner && column < columns;
      cta.step(Phase::load, 0, in_m);
      tiles[width * ty + tx] = in_m ? m[size_t{row} * inner + first + tx] : T(0);
      cta.step(Phase::load, 0, in_n);
      tiles[width * (width + ty) + tx] = in_n ? n[size_t{first + ty} * columns + column] : T(0);
      cta.sync();
      for (unsigned k = 0; k < width; ++k) {
        cta.step(Phase::own, 0);
        sum = multiply_add(tiles[width * ty + k], tiles[width * (width + k) + tx], sum);
      }
      cta.sync();
    }
    if (cta.step(Phase::commit, 0, row < rows && column < columns)) {
      p[size_t{row} * columns + column] = sum;
    }
  }
};

}  // namespace lanescope
