// Which blocks of a launch are alike, and which launches have such blocks; that their traces are those of all
// blocks is in tests/brute_force.
#include "engine/emulator/alike_blocks.h"

#include <gtest/gtest.h>

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
      const auto truth = [&](std::uint64_t block) -> std::uint32_t {
        return block < from ? 0 : block < to ? 1 : 2;
      };
      std::size_t asked = 0;
      EXPECT_EQ(found(kBlocks, {1, false, false}, truth, asked), all_of(kBlocks, truth)) << from << " " << to;
      EXPECT_LT(asked, 60u);
    }
}

TEST(AlikeBlocks, EdgesThatLookAlikeAreFound) {
  for (const std::uint64_t blocks : {1ull, 2ull, 3ull, 4ull, 1000ull}) {
    const auto truth = [&](std::uint64_t block) -> std::uint32_t {
      return block == 0 || block + 1 == blocks ? 7 : 3;
    };
    std::size_t asked = 0;
    EXPECT_EQ(found(blocks, {1, false, true}, truth, asked), all_of(blocks, truth)) << blocks;
    EXPECT_LE(asked, 4u);
  }
}

TEST(AlikeBlocks, TwoBlocksAreAskedWhereAllAreAlike) {
  std::size_t asked = 0;
  found(
      1 << 20, {1, false, false}, [](std::uint64_t) { return 0u; }, asked);
  EXPECT_EQ(asked, 2u);
}

TEST(AlikeBlocks, ColumnsOfAVectorRepeat) {
  const auto truth = [](std::uint64_t block) {
    return static_cast<std::uint32_t>(block < 500 ? block % 4 : 4 + block % 4);
  };
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

TEST(AlikeBlocks, OnlyKernelsWhoseElementsDecideAreLeftOut) {
  std::string left_out;
  for (const KernelInfo& kernel : all_kernels()) {
    RunRequest request = testing::usual_request(kernel.id, facts_of(kernel.workload).of_matrices() ? 64 : 4096, 64);
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
    RunRequest request =
        testing::request_of(kernel, std::string_view(kernel) == "matmul_tiled" ? 100 : 100'000, 128);
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
      EXPECT_EQ(later.launches[i].trace, traced.launches[i].trace)
          << "the same object: its picture need not change";
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
