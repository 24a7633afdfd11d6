// Coarsened tiled matrix product: each thread computes COARSE_FACTOR elements of P, TILE_WIDTH apart in a row.
//
// Lesson: the tile of M is loaded once and serves COARSE_FACTOR tiles of N: 12.8 FLOP/B at TILE_WIDTH 32 and factor 4.
// Watch:  fewer blocks load less; but each thread keeps COARSE_FACTOR sums in registers, and SMs may stay idle.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct MatmulCoarsened {
  static constexpr KernelFacts facts{.id = "matmul_coarsened",
                                     .title = "Coarsened tiled product",
                                     .source = "PMPP 4e, Fig. 6.13",
                                     .shared_per_thread = 2,
                                     .coarsens = true, .fine_partner = "matmul_tiled", .known_factor = true,
                                     .workload = Workload::matrix_product,
                                     .max_coarse_factor = 8};

  KERNEL_FN void operator()(auto cta, auto m, auto n, auto p, unsigned rows, unsigned inner, unsigned columns,
                            unsigned coarse_factor) const {
    using T = ElementOf<decltype(p)>;
    const unsigned width = cta.size_x();
    // The tile of M, then that of N.
    auto tiles = shared_array<T>(cta, 2 * width * width);
    const unsigned tx = cta.thread_x();
    const unsigned ty = cta.thread_y();
    const unsigned row = width * cta.block_y() + ty;
    const unsigned column_start = width * coarse_factor * cta.block_x() + tx;  // colStart in the book
    T sum[8] = {};
    for (unsigned first = 0; first < inner; first += width) {
      const bool in_m = row < rows && first + tx < inner;
      cta.step(Phase::load, 0, in_m);
      tiles[width * ty + tx] = in_m ? m[size_t{row} * inner + first + tx] : T(0);
      KERNEL_UNROLL
      for (unsigned c = 0; c < coarse_factor; ++c) {
        const unsigned column = column_start + width * c;
        const bool in_n = first + ty < inner && column < columns;
        cta.step(Phase::load, width * c, in_n);
        tiles[width * (width + ty) + tx] = in_n ? n[size_t{first + ty} * columns + column] : T(0);
        cta.sync();
        for (unsigned k = 0; k < width; ++k) {
          cta.step(Phase::own, width * c);
          sum[c] = multiply_add(tiles[width * ty + k], tiles[width * (width + k) + tx], sum[c]);
        }
        cta.sync();
      }
    }
    KERNEL_UNROLL
    for (unsigned c = 0; c < coarse_factor; ++c) {
      const unsigned column = column_start + width * c;
      if (cta.step(Phase::commit, width * c, row < rows && column < columns)) {
        p[size_t{row} * columns + column] = sum[c];
      }
    }
  }
};

}  // namespace lanescope
