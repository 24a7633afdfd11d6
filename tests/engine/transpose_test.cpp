// Transposes: closed forms that can be redone on paper.
#include <gtest/gtest.h>

#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

Run transposed(std::string_view kernel, std::uint64_t width, unsigned tile_width, unsigned coarse_factor = 1) {
  RunRequest request;
  request.kernel = kernel;
  request.n = width;
  request.tile_width = tile_width;
  request.coarse_factor = coarse_factor;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  return run(request, progress);
}

TEST(Transpose, of_every_shape_is_right) {
  Progress progress;
  for (const KernelInfo& kernel : kernels_of(Workload::transpose)) {
    for (const MatrixSizes sizes :
         {MatrixSizes{0, 0, 0}, {1, 0, 1}, {5, 0, 0}, {40, 0, 70}, {33, 0, 7}, {1, 0, 100}}) {
      for (const unsigned factor : {1u, 3u}) {
        RunRequest request;
        request.kernel = kernel.id;
        request.n = sizes.rows;
        request.matrices = sizes;
        request.tile_width = 8;
        request.coarse_factor = kernel.coarsens ? factor : 1;
        request.backend = BackendChoice::emulator;
        request.detail = Detail::full;
        EXPECT_TRUE(run(request, progress).result->correct)
            << kernel.id << " " << matrix_text(Shape::matrix, sizes) << " factor " << request.coarse_factor;
      }
    }
  }
}

TEST(Transpose, a_column_of_stores_touches_a_sector_a_lane) {
  // 64 x 64 floats in tiles of 32: 128 warps of 32 lanes; a row is 128 bytes, 4 sectors.
  const Totals naive = transposed("transpose_naive", 64, 32).metrics.totals;
  EXPECT_EQ(naive.of(AccessKind::global_load).transactions, 128u * 4);
  EXPECT_EQ(naive.of(AccessKind::global_store).transactions, 128u * 32);
  const Totals tiled = transposed("transpose_tiled", 64, 32).metrics.totals;
  EXPECT_EQ(tiled.of(AccessKind::global_store).transactions, 128u * 4);
}

TEST(Transpose, a_column_of_the_tile_lies_in_one_bank_until_it_is_padded) {
  EXPECT_EQ(transposed("transpose_tiled", 64, 32).metrics.totals.bank_conflicts(AccessKind::shared_load),
            128u * 31);
  EXPECT_EQ(transposed("transpose_padded", 64, 32).metrics.totals.bank_conflicts(AccessKind::shared_load), 0u);
  EXPECT_EQ(transposed("transpose_padded", 64, 32).launch.shared_elements, 32u * 33);
}

}  // namespace
}  // namespace lanescope
