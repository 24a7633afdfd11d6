// The traces that follow from a few blocks, against those of a run in which every lane of the grid has computed.
#include "engine/emulator/alike_blocks.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <set>

#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

/// Histories of `blocks` blocks, as a function of their number; also counts how many were asked for.
std::vector<std::uint32_t> found(std::uint64_t blocks, const BlockRows& rows,
                                 const std::function<std::uint32_t(std::uint64_t)>& truth, std::size_t& asked) {
  std::set<std::uint64_t> seen;
  const auto histories = histories_of_alike(blocks, rows, [&](std::uint64_t block) {
    EXPECT_LT(block, blocks);
    seen.insert(block);
    return truth(block);
  });
  asked = seen.size();
  return histories.expanded();
}

std::vector<std::uint32_t> all_of(std::uint64_t blocks, const std::function<std::uint32_t(std::uint64_t)>& truth) {
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t block = 0; block < blocks; ++block) numbers.push_back(truth(block));
  return numbers;
}

TEST(AlikeBlocks, EdgesOfAVectorAreFound) {
  constexpr std::uint64_t kBlocks = 1000;
  for (const std::uint64_t from : {1ull, 2ull, 357ull, 999ull})
    for (const std::uint64_t to : {from, from + 1, std::uint64_t{1000}}) {
      const auto truth = [&](std::uint64_t block) -> std::uint32_t { return block < from ? 0 : block < to ? 1 : 2; };
      std::size_t asked = 0;
      EXPECT_EQ(found(kBlocks, {1, false, false}, truth, asked), all_of(kBlocks, truth)) << from << " " << to;
      EXPECT_LT(asked, 60u);
    }
}

TEST(AlikeBlocks, EdgesThatLookAlikeAreFound) {
  for (const std::uint64_t blocks : {1ull, 2ull, 3ull, 4ull, 1000ull}) {
    const auto truth = [&](std::uint64_t block) -> std::uint32_t { return block == 0 || block + 1 == blocks ? 7 : 3; };
    std::size_t asked = 0;
    EXPECT_EQ(found(blocks, {1, false, true}, truth, asked), all_of(blocks, truth)) << blocks;
    EXPECT_LE(asked, 4u);
  }
}

TEST(AlikeBlocks, TwoBlocksAreAskedWhereAllAreAlike) {
  std::size_t asked = 0;
  found(1 << 20, {1, false, false}, [](std::uint64_t) { return 0u; }, asked);
  EXPECT_EQ(asked, 2u);
}

TEST(AlikeBlocks, ColumnsOfAVectorRepeat) {
  const auto truth = [](std::uint64_t block) { return static_cast<std::uint32_t>(block < 500 ? block % 4 : 4 + block % 4); };
  for (const std::uint64_t blocks : {3ull, 4ull, 998ull, 1001ull}) {
    std::size_t asked = 0;
    EXPECT_EQ(found(blocks, {4, false, true}, truth, asked), all_of(blocks, truth));
  }
}

TEST(AlikeBlocks, MatricesHaveTwoEdges) {
  constexpr std::uint64_t kColumns = 37, kRows = 23;
  const auto truth = [](std::uint64_t block) {
    return static_cast<std::uint32_t>(2 * (block % kColumns == kColumns - 1) + (block / kColumns == kRows - 1));
  };
  std::size_t asked = 0;
  EXPECT_EQ(found(kColumns * kRows, {kColumns, true, false}, truth, asked), all_of(kColumns * kRows, truth));
  EXPECT_LT(asked, 20u);
}

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

TEST(AlikeBlocks, OnlyKernelsWhoseElementsDecideAreLeftOut) {
  std::string left_out;
  for (const KernelInfo& kernel : all_kernels()) {
    RunRequest request = testing::request_of(kernel.id, facts_of(kernel.workload).of_matrices() ? 64 : 4096, 64);
    request.type = default_type(kernel.workload);
    while (refusal(request) && request.n > 1) request.n /= 2;
    if (kernel.traced() && !has_alike_blocks(request)) left_out += std::string(name_of(kernel.workload)) + " ";
  }
  for (const char* const workload : {"reduction", "vector_add", "matrix_product", "scan", "stencil", "transpose"})
    EXPECT_EQ(left_out.find(std::string(workload) + " "), std::string::npos) << workload;
  for (const char* const workload : {"histogram", "merge", "sort"})
    EXPECT_NE(left_out.find(std::string(workload) + " "), std::string::npos) << workload;
}

TEST(AlikeBlocks, AResultAddedLaterIsThatOfTheWholeRun) {
  for (const char* const kernel : {"coarsened", "two_pass_interleaved", "single_pass_last_block", "matmul_tiled"}) {
    RunRequest request = testing::request_of(kernel, std::string_view(kernel) == "matmul_tiled" ? 100 : 100'000, 128);
    Progress progress;
    const lanescope::Run traced = run_traces_first(request, progress);
    EXPECT_TRUE(traced.awaits_result) << kernel;
    const lanescope::Run later = with_result(traced, progress);
    const Input input = make_input(request, progress);
    const EmulatedRun whole = emulate(request, launch_config(request), input, progress);
    ASSERT_TRUE(later.result) << kernel;
    EXPECT_FALSE(later.awaits_result);
    EXPECT_EQ(later.result->value, whole.result.number) << kernel;
    EXPECT_TRUE(later.result->correct) << kernel;
    ASSERT_EQ(later.launches.size(), whole.launches.size());
    for (std::size_t i = 0; i < whole.launches.size(); ++i) {
      EXPECT_EQ(later.launches[i].trace, traced.launches[i].trace) << "the same object: its picture need not change";
      const auto& tree = later.launches[i].tree;
      ASSERT_EQ(tree == nullptr, std::string_view(kernel) == "matmul_tiled") << kernel;
      if (!tree) continue;
      RunRequest own = request;
      own.block = later.launches[i].block;
      const CombineTree other =
          emulate_tree(own, whole.launches[i].launch, i == 0 ? input : whole.launches[i].input, progress);
      EXPECT_EQ(tree->leaf_values, other.leaf_values) << kernel;
      EXPECT_EQ(tree->operations.size(), other.operations.size()) << kernel;
      EXPECT_EQ(tree->root, other.root) << kernel;
    }
  }
}

TEST(AlikeBlocks, ALaunchBeyondAllMemoryHasATrace) {
  RunRequest request = testing::request_of("coarsened", std::uint64_t{1} << 36, 1024, 16);
  Progress progress;
  const lanescope::Run traced = run_traces_first(request, progress);
  // 2^36 elements in segments of 2 x 16 x 1024.
  EXPECT_EQ(traced.metrics.totals.blocks, 1u << 21);
  EXPECT_EQ(traced.metrics.totals.combine_ops + traced.metrics.totals.blocks, (std::uint64_t{1} << 36));
  const lanescope::Run later = with_result(traced, progress);
  EXPECT_FALSE(later.result);
  EXPECT_NE(later.no_result.text().find("GiB"), std::string::npos) << later.no_result.text();
}

}  // namespace
}  // namespace lanescope
