// Results of all kernels at many launches, beside loops written out here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/session.h"
#include "engine/workload/workload.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::emulate;
using testing::fold;
using testing::matrix_request;
using testing::output_of;
using testing::random_integers;
using testing::request_of;
using testing::run_of;

TEST(Results, OfEveryReductionOpAndRaggedNAreThoseOfTheSequentialLoopInIntegers) {
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (const Op op : {Op::sum, Op::product, Op::min, Op::max}) {
      for (const unsigned block_dim : {1u, 2u, 8u, 32u, 64u, 1024u}) {
        for (const std::uint64_t n : {0u, 1u, 2u, 3u, 31u, 33u, 255u, 2047u, 2049u, 5000u}) {
          auto request = request_of(kernel.id, n, block_dim, kernel.coarsens ? 3 : 1);
          request.op = op;
          request.type = ElementType::int32;
          if (refusal(request)) continue;  // one block alone takes no more than its threads reach
          const auto values = random_integers(n);
          ASSERT_EQ(emulate(request, values).result.number, fold(values, op))
              << kernel.id << " " << name_of(op) << " n " << n << " blockDim " << block_dim;
        }
      }
    }
  }
}

TEST(Results, OfEveryWayOfCombiningAreTheSameIntegers) {
  const auto values = random_integers(100'003);
  for (const auto& kernel : reductions()) {
    if (!kernel.any_combining) continue;
    for (const Combining combining : combinings_of(kernel)) {
      for (const unsigned block_dim : {2u, 32u, 512u}) {
        auto request = request_of(kernel.id, values.size(), block_dim);
        request.type = ElementType::int32;
        request.combining = combining;
        const auto run = emulate(request, values);
        EXPECT_EQ(run.result.number, fold(values, Op::sum)) << kernel.id << " " << name_of(combining);
        const auto sums = totals(run.launches[0].trace);
        EXPECT_EQ(sums.of(AccessKind::atomic).requests,
                  combining == Combining::atomic ? run.launches[0].trace.launch.grid_dim : 0);
      }
    }
  }
}

TEST(Results, OfMatrixProductsAreRightAtEverySize) {
  std::mt19937_64 random(5);
  for (const KernelInfo& kernel : kernels_of(Workload::matrix_product)) {
    for (int round = 0; round < 30; ++round) {
      const MatrixSizes sizes{random() % 40, random() % 40, random() % 80};
      RunRequest request =
          matrix_request(kernel.id, sizes, kTileWidths[random() % 3], 1 + random() % kernel.max_coarse_factor);
      request.type = ElementType::int32;
      SCOPED_TRACE(fmt::format("{} {}x{}x{} tile {} factor {}", kernel.id, sizes.rows, sizes.inner, sizes.columns,
                               request.tile_width, request.coarse_factor));
      Progress progress;
      const Input input = make_input(request, progress);
      const auto& elements = std::get<std::vector<std::int32_t>>(input);
      const std::size_t second = (sizes.rows * sizes.inner + 63) / 64 * 64;  // at a multiple of 256 bytes
      const auto output = output_of<std::int32_t>(request, input);
      ASSERT_EQ(output.size(), sizes.rows * sizes.columns);
      for (std::size_t i = 0; i < sizes.rows; ++i)
        for (std::size_t j = 0; j < sizes.columns; ++j) {
          std::int64_t sum = 0;
          for (std::size_t k = 0; k < sizes.inner; ++k)
            sum += std::int64_t{elements[i * sizes.inner + k]} * elements[second + k * sizes.columns + j];
          ASSERT_EQ(output[i * sizes.columns + j], sum) << i << " " << j;
        }
      EXPECT_TRUE(run_of(request).result->correct);
    }
  }
}

TEST(Results, OfEveryKernelAreRightForEveryTypeAndInput) {
  for (const KernelInfo& kernel : array_kernels()) {
    for (const ElementType type : {ElementType::int32, ElementType::float32, ElementType::float64}) {
      for (const InputKind input : {InputKind::uniform, InputKind::normal, InputKind::ramp, InputKind::ones}) {
        for (const std::uint64_t n : {0, 1, 33, 70}) {
          RunRequest request = request_of(kernel.id, n, 32, std::min(3u, kernel.max_coarse_factor));
          request.type = type;
          request.input.kind = input;
          if (refusal(request)) continue;
          const auto done = run_of(request);
          EXPECT_TRUE(done.result->correct) << kernel.id << " " << name_of(type) << " " << n << ": "
                                            << done.result->relative_error << " " << done.result->note.text();
          EXPECT_EQ(done.tree, nullptr);
        }
      }
    }
  }
}

}  // namespace
}  // namespace lanescope
