// The traces that follow from a few blocks, against those of a run in which every lane of the grid has computed.
// Random launches of all kernels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

#include "engine/analysis/metrics.h"
#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Everything is kept of it, and its type is a random one.
RunRequest request_of(const KernelInfo& kernel, std::mt19937& random) {
  RunRequest request;
  request.kernel = kernel.id;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  const auto types = types_of(kernel.workload);
  request.type = types[random() % types.size()];
  return request;
}

/// A random launch that is possible; nothing if the dice found none.
std::optional<RunRequest> random_launch(const KernelInfo& kernel, std::mt19937& random) {
  const auto one_of = [&](auto... values) {
    const std::uint64_t all[] = {static_cast<std::uint64_t>(values)...};
    return all[random() % sizeof...(values)];
  };
  for (int attempt = 0; attempt < 20; ++attempt) {
    RunRequest request = request_of(kernel, random);
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
  return fmt::format("{} --n {} --block {} --coarse {} type {} tile {} rows {} inner {} columns {} grid {}",
                     request.kernel, request.n, request.block_dim, request.coarse_factor, name_of(request.type),
                     request.tile_width, sizes.rows, sizes.inner, sizes.columns, request.grid_dim.value_or(0));
}

/// Of random launches; LANESCOPE_SEED gives a look at others.
std::mt19937 dice() {
  const char* const seed = std::getenv("LANESCOPE_SEED");
  return std::mt19937(seed ? static_cast<unsigned>(std::atoi(seed)) : 20261122);
}

/// How many launches have been compared, and how many of them have rounds that are kept once.
struct Compared {
  std::size_t launches = 0, with_repeats = 0;
};

void compare(const RunRequest& request, Compared& compared) {
  Progress progress;
  const LaunchConfig first = launch_config(request);
  const auto all = emulate(request, first, make_input(request, progress), progress).launches;
  const auto few = emulate_traces(request, first, progress);
  ASSERT_EQ(all.size(), few.size()) << words_of(request);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Trace &a = all[k].trace, &b = few[k].trace;
    ASSERT_EQ(a.launch, b.launch);
    EXPECT_TRUE(a.histories == b.histories) << words_of(request) << " launch " << k + 1;
    EXPECT_EQ(a.history_of_block.expanded(), b.history_of_block.expanded())
        << words_of(request) << " launch " << k + 1;
    EXPECT_EQ(a.addresses, b.addresses) << words_of(request) << " launch " << k + 1;
    EXPECT_EQ(totals(a).accesses, totals(b).accesses) << words_of(request) << " launch " << k + 1;
    EXPECT_EQ(totals(a).combine_ops, totals(b).combine_ops) << words_of(request) << " launch " << k + 1;
    EXPECT_EQ(totals(a).underutilized_steps, totals(b).underutilized_steps)
        << words_of(request) << " launch " << k + 1;
    ++compared.launches;
    compared.with_repeats += std::any_of(b.histories.begin(), b.histories.end(),
                                         [](const History& history) { return !history.repeats().empty(); });
  }
}

TEST(AlikeBlocks, TracesAreThoseOfAllBlocks) {
  std::mt19937 random = dice();
  Compared compared;
  for (const KernelInfo& kernel : all_kernels()) {
    if (!kernel.traced()) continue;
    for (int i = 0; i < 40; ++i) {
      const auto request = random_launch(kernel, random);
      if (!request || !has_alike_blocks(*request)) continue;
      compare(*request, compared);
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(compared.launches, 1000u);
}

/// Kernels whose threads walk through the array, where they take many rounds, and where the last one is ragged.
TEST(AlikeBlocks, LongWalksAreThoseOfAllRounds) {
  std::mt19937 random = dice();
  Compared compared;
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced() || (kernel.grid != GridRule::chosen && kernel.grid != GridRule::one_thread)) continue;
    for (int i = 0; i < 60; ++i) {
      RunRequest request = request_of(kernel, random);
      const unsigned block_dims[] = {1, 2, 8, 31, 32, 33, 48, 64, 128};
      request.block_dim = kernel.grid == GridRule::one_thread ? 1 : block_dims[random() % std::size(block_dims)];
      if (kernel.grid == GridRule::chosen) request.grid_dim = 1 + random() % 6;
      request.combining = kernel.any_combining
                              ? std::optional(combinings_of(kernel)[random() % combinings_of(kernel).size()])
                              : std::nullopt;
      const std::uint64_t round = request.grid_dim.value_or(1) * request.block_dim;
      request.n = round * (random() % 200) * (kernel.vectorized ? 16 : 1) + random() % (4 * round + 1);
      if (refusal(request) || launch_config(request).grid_dim == 0) continue;
      request.block = random() % launch_config(request).grid_dim;
      compare(request, compared);
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(compared.with_repeats, 300u) << "of " << compared.launches;
}

}  // namespace
}  // namespace lanescope
