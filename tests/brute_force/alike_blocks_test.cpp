// The traces that follow from a few blocks, against those of a run in which every lane of the grid has computed. Random
// launches of all kernels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// A random launch that is possible; nothing if the dice found none.
std::optional<RunRequest> random_launch(const KernelInfo& kernel, std::mt19937& random) {
  const auto one_of = [&](auto... values) {
    const std::uint64_t all[] = {static_cast<std::uint64_t>(values)...};
    return all[random() % sizeof...(values)];
  };
  for (int attempt = 0; attempt < 20; ++attempt) {
    RunRequest request;
    request.kernel = kernel.id;
    request.backend = BackendChoice::emulator;
    request.detail = Detail::full;
    const auto types = types_of(kernel.workload);
    request.type = types[random() % types.size()];
    request.block_dim = static_cast<unsigned>(one_of(1, 8, 32, 33, 64, 96, 100, 128, 256));
    request.coarse_factor = static_cast<unsigned>(kernel.coarsens ? one_of(1, 2, 3, 4, 8) : 1);
    request.n = one_of(1, 100, 1000, 4096, 5000, 20000, 65536) + random() % 40;
    if (facts_of(kernel.workload).of_matrices()) {
      request.tile_width = static_cast<unsigned>(one_of(8, 16));
      request.n = 1 + random() % 90;
      request.matrices = MatrixSizes{request.n, 1 + random() % 40, 1 + random() % 90};
      if (facts_of(kernel.workload).shape == Shape::matrix) request.matrices->inner = request.matrices->columns;
    }
    if (kernel.grid == GridRule::chosen && random() % 2) request.grid_dim = one_of(1, 3, 16, 40);
    if (kernel.any_combining) request.combining = combinings_of(kernel)[random() % combinings_of(kernel).size()];
    if (refusal(request)) continue;
    request.block = random() % std::max<std::uint64_t>(1, launch_config(request).grid_dim);
    if (launch_config(request).grid_dim > 0 && !refusal(request)) return request;
  }
  return std::nullopt;
}

std::string words_of(const RunRequest& request) {
  const MatrixSizes sizes = request.matrices.value_or(MatrixSizes{});
  return fmt::format("{} --n {} --block {} --coarse {} type {} tile {} rows {} inner {} columns {} grid {}", request.kernel,
                     request.n, request.block_dim, request.coarse_factor, name_of(request.type), request.tile_width,
                     sizes.rows, sizes.inner, sizes.columns, request.grid_dim.value_or(0));
}

TEST(AlikeBlocks, TracesAreThoseOfAllBlocks) {
  const char* const seed = std::getenv("LANESCOPE_SEED");  // for a look at other launches
  std::mt19937 random(seed ? static_cast<unsigned>(std::atoi(seed)) : 20261122);
  std::size_t compared = 0;
  for (const KernelInfo& kernel : all_kernels()) {
    if (!kernel.traced()) continue;
    for (int i = 0; i < 40; ++i) {
      const auto request = random_launch(kernel, random);
      if (!request || !has_alike_blocks(*request)) continue;
      Progress progress;
      const LaunchConfig first = launch_config(*request);
      const auto all = emulate(*request, first, make_input(*request, progress), progress).launches;
      const auto few = emulate_traces(*request, first, progress);
      ASSERT_EQ(all.size(), few.size()) << words_of(*request);
      for (std::size_t k = 0; k < all.size(); ++k) {
        const Trace &a = all[k].trace, &b = few[k].trace;
        ASSERT_EQ(a.launch, b.launch);
        EXPECT_TRUE(a.histories == b.histories) << words_of(*request) << " launch " << k + 1;
        EXPECT_EQ(a.history_of_block.expanded(), b.history_of_block.expanded()) << words_of(*request) << " launch " << k + 1;
        EXPECT_EQ(a.addresses, b.addresses) << words_of(*request) << " launch " << k + 1;
        ++compared;
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(compared, 1000u);
}

}  // namespace
}  // namespace lanescope
