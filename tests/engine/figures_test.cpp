// The figures and series of the textbook that the ladder restates, as numbers that a reader can check on paper.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;
using testing::trace_of;

std::vector<std::uint32_t> active_threads(const BlockMetrics& block) {
  std::vector<std::uint32_t> active;
  for (const auto& step : block.steps)
    if (is_step(step.phase)) active.push_back(step.active_threads);
  return active;
}

std::vector<std::uint32_t> divergent_warps(const BlockMetrics& block) {
  std::vector<std::uint32_t> divergent;
  for (const auto& step : block.steps)
    if (is_step(step.phase)) divergent.push_back(step.divergent_warps);
  return divergent;
}

TEST(Figures, FifthIterationOfTheInterleavedKernelHas16DivergentWarpsAndOfTheConvergentNone) {
  const auto interleaved = block_metrics(trace_of(request_of("interleaved_global", 1024, 512)), 0);
  const auto convergent = block_metrics(trace_of(request_of("convergent_global", 1024, 512)), 0);
  EXPECT_EQ(interleaved.steps[4].stride, 16u);
  EXPECT_EQ(interleaved.steps[4].divergent_warps, 16u);
  EXPECT_EQ(convergent.steps[4].stride, 32u);
  EXPECT_EQ(convergent.steps[4].divergent_warps, 0u);
}

TEST(Figures, ConvergentBlockOf1024ThreadsHalvesItsActiveThreads) {
  const std::vector<std::uint32_t> active{1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1};
  const std::vector<std::uint32_t> divergent{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
  for (const char* kernel : {"convergent_global", "convergent_shared"}) {
    const auto block = block_metrics(trace_of(request_of(kernel, 2048, 1024)), 0);
    EXPECT_EQ(active_threads(block), active) << kernel;
    EXPECT_EQ(divergent_warps(block), divergent) << kernel;
  }
}

TEST(Figures, InterleavedBlockOf1024ThreadsDivergesInEveryWarpUntilWarpsDropOut) {
  const std::vector<std::uint32_t> active{1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1};
  const std::vector<std::uint32_t> divergent{0, 32, 32, 32, 32, 32, 16, 8, 4, 2, 1};
  for (const char* kernel : {"interleaved_global", "interleaved_shared"}) {
    const auto block = block_metrics(trace_of(request_of(kernel, 2048, 1024)), 0);
    EXPECT_EQ(active_threads(block), active) << kernel;
    EXPECT_EQ(divergent_warps(block), divergent) << kernel;
  }
}

TEST(Figures, TwoSerialisedBlocksOf8ThreadsAgainstOneCoarsenedTwice) {
  const auto block = block_metrics(trace_of(request_of("segmented", 32, 8)), 0);
  EXPECT_EQ(2 * (block.fully_utilized_steps + block.underutilized_steps), 8u);
  EXPECT_EQ(2 * block.fully_utilized_steps, 2u);
  EXPECT_EQ(2 * block.underutilized_steps, 6u);
  EXPECT_EQ(2 * block.barriers, 6u);

  const auto coarsened = block_metrics(trace_of(request_of("coarsened", 32, 8, 2)), 0);
  EXPECT_EQ(coarsened.fully_utilized_steps, 3u);
  EXPECT_EQ(coarsened.underutilized_steps, 3u);
  EXPECT_EQ(coarsened.barriers, 3u);
}

/// What the block's array holds after each step: operation values written where their left operand stood.
std::vector<std::vector<double>> contents_after_each_step(std::string_view kernel,
                                                          const std::vector<float>& input) {
  const auto request = request_of(kernel, input.size(), static_cast<unsigned>(input.size() / 2));
  const auto tree = testing::tree_of(request, input);
  std::vector<std::uint32_t> place;  // of each node, in the array
  for (std::uint32_t leaf = 0; leaf < tree.leaves(); ++leaf) place.push_back(leaf);
  std::vector<double> now = tree.leaf_values;
  std::vector<std::vector<double>> contents;
  for (std::size_t i = 0; i < tree.operations.size(); ++i) {
    const auto& operation = tree.operations[i];
    place.push_back(place.at(operation.left));
    now.at(place.back()) = operation.value;
    if (i + 1 == tree.operations.size() || tree.operations[i + 1].step != operation.step) contents.push_back(now);
  }
  return contents;
}

TEST(Figures, ContentsOfTheExampleArrayAfterEachInterleavedStep) {
  const std::vector<std::vector<double>> expected{
      {8, 2, 11, 4, 13, 8, 4, 1}, {19, 2, 11, 4, 17, 8, 4, 1}, {36, 2, 11, 4, 17, 8, 4, 1}};
  const std::vector<float> input{6, 2, 7, 4, 5, 8, 3, 1};
  EXPECT_EQ(contents_after_each_step("interleaved_global", input), expected);
  EXPECT_EQ(contents_after_each_step("interleaved_shared", input), expected);
}

TEST(Figures, ContentsOfTheExampleArrayAfterEachConvergentStep) {
  // 6+5 2+8 7+3 4+1; then 11+10 10+5; then 21+15.
  const std::vector<std::vector<double>> expected{
      {11, 10, 10, 5, 5, 8, 3, 1}, {21, 15, 10, 5, 5, 8, 3, 1}, {36, 15, 10, 5, 5, 8, 3, 1}};
  const std::vector<float> input{6, 2, 7, 4, 5, 8, 3, 1};
  EXPECT_EQ(contents_after_each_step("convergent_global", input), expected);
  EXPECT_EQ(contents_after_each_step("convergent_shared", input), expected);
}

TEST(Figures, CoarsenedBlockTakesTwiceTheFactorLessOneAndLog2Steps) {
  // N elements of an uncoarsened block, C the factor: 2(C - 1) + log2 N steps, one barrier fewer than log2 N.
  for (unsigned block_dim = 2; block_dim <= 1024; block_dim *= 2) {
    for (const unsigned factor : {1u, 2u, 3u, 7u, 64u}) {
      const auto block =
          block_metrics(trace_of(request_of("coarsened", 2ull * block_dim * factor, block_dim, factor)), 0);
      const unsigned log2_n = static_cast<unsigned>(__builtin_ctz(2 * block_dim));
      EXPECT_EQ(block.fully_utilized_steps + block.underutilized_steps, 2 * (factor - 1) + log2_n);
      EXPECT_EQ(block.fully_utilized_steps, 2 * factor - 1);
      EXPECT_EQ(block.barriers, log2_n - 1);
    }
  }
}

TEST(Figures, WarpSyncTakesTheStepsOfATreeAndBarriersOnlyWhileWarpsMeet) {
  // log2 blockDim steps each. With barriers one a step; with warp barriers only for strides above 32, and one more
  // before the last warp goes on alone.
  struct Expected {
    unsigned block_dim;
    std::uint32_t tree_steps, barriers, tree_barriers;
  };
  for (const auto& [block_dim, tree_steps, barriers, tree_barriers] :
       {Expected{1024, 10, 5, 10}, {256, 8, 3, 8}, {64, 6, 1, 6}, {32, 5, 1, 5}, {8, 3, 1, 3}, {1, 0, 1, 0}}) {
    for (const char* kernel : {"two_pass_shared_tree", "two_pass_warp_sync", "two_pass_unrolled"}) {
      auto request = request_of(kernel, 3 * block_dim, block_dim);
      request.grid_dim = 1;
      const auto block = block_metrics(trace_of(request), 0);
      SCOPED_TRACE(std::string(kernel) + " blockDim " + std::to_string(block_dim));
      EXPECT_EQ(block.counted_steps(), 3 + tree_steps);
      EXPECT_EQ(block.barriers, std::string(kernel) == "two_pass_shared_tree" ? tree_barriers : barriers);
      EXPECT_EQ(block.fully_utilized_steps, 3u);
    }
  }
}

TEST(Figures, TheLastStepOfATreeAddsNeighbours) {
  // The step that one printed listing of the unrolled kernel leaves out.
  for (const char* kernel : {"two_pass_warp_sync", "two_pass_unrolled"}) {
    for (unsigned block_dim = 2; block_dim <= 1024; block_dim *= 2) {
      auto request = request_of(kernel, block_dim, block_dim);
      request.grid_dim = 1;
      const auto block = block_metrics(trace_of(request), 0);
      const auto& last = block.steps[block.steps.size() - 2];
      EXPECT_EQ(last.stride, 1u) << kernel << " blockDim " << block_dim;
      EXPECT_EQ(last.active_threads, 1u) << kernel << " blockDim " << block_dim;
    }
  }
}

TEST(Figures, LastBlockStartsAgainOnTheOthersPartialSums) {
  // 1000 elements, 10 blocks of 8 threads: ceil(1000 / 80) = 13 rounds and log2 8 = 3 steps a block; the last one
  // adds ceil(10 / 8) = 2 rounds and 3 steps. Barriers: 3 and the question who is last; 3 more in the last block.
  auto request = request_of("single_pass_last_block", 1000, 8);
  request.grid_dim = 10;
  const auto trace = trace_of(request);
  for (std::uint64_t block = 0; block < 9; ++block) {
    EXPECT_EQ(block_metrics(trace, block).counted_steps(), 16u);
    EXPECT_EQ(block_metrics(trace, block).barriers, 4u);
  }
  const auto last = block_metrics(trace, 9);
  EXPECT_EQ(last.counted_steps(), 16u + 2 + 3);
  EXPECT_EQ(last.barriers, 7u);
  EXPECT_EQ(last.steps[17].active_threads, 8u);
  EXPECT_EQ(last.steps[18].active_threads, 2u);
  // Additions: one an element; 7 in each block's tree; 10 partial sums and the last tree. No atomic whose value is
  // lost.
  const auto sums = totals(trace);
  EXPECT_EQ(sums.combine_ops, 1000u + 10 * 7 + 10 + 7);
  EXPECT_EQ(sums.of(AccessKind::atomic).requests, 0u);
  EXPECT_EQ(sums.of(AccessKind::global_store).requests, 10u + 1);
}

TEST(Figures, TreeOfNElementsNeedsNMinus1OperationsInLog2NSteps) {
  for (unsigned block_dim = 1; block_dim <= 1024; block_dim *= 2) {
    for (const char* kernel :
         {"interleaved_global", "convergent_global", "interleaved_shared", "convergent_shared"}) {
      const auto trace = trace_of(request_of(kernel, 2 * block_dim, block_dim));
      EXPECT_EQ(totals(trace).combine_ops, 2 * block_dim - 1) << kernel;
      EXPECT_EQ(active_threads(block_metrics(trace, 0)).size(),
                static_cast<unsigned>(__builtin_ctz(2 * block_dim)));
    }
  }
}

}  // namespace
}  // namespace lanescope
