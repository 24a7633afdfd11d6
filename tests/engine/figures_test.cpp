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
    if (step.phase != Phase::combine) active.push_back(step.active_threads);
  return active;
}

std::vector<std::uint32_t> divergent_warps(const BlockMetrics& block) {
  std::vector<std::uint32_t> divergent;
  for (const auto& step : block.steps)
    if (step.phase != Phase::combine) divergent.push_back(step.divergent_warps);
  return divergent;
}

TEST(Figures, FifthIterationOfTheInterleavedKernelHas16DivergentWarpsAndOfTheConvergentNone) {
  const auto interleaved = block_metrics(trace_of(request_of("interleaved_global", 1024, 512)), 0);
  const auto convergent = block_metrics(trace_of(request_of("convergent_global", 1024, 512)), 0);
  EXPECT_EQ(interleaved.steps.at(4).stride, 16u);
  EXPECT_EQ(interleaved.steps.at(4).divergent_warps, 16u);
  EXPECT_EQ(convergent.steps.at(4).stride, 32u);
  EXPECT_EQ(convergent.steps.at(4).divergent_warps, 0u);
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
std::vector<std::vector<double>> contents_after_each_step(const std::string& kernel, const std::vector<float>& input) {
  const auto request = request_of(kernel, input.size(), static_cast<unsigned>(input.size() / 2));
  const auto tree = emulate_tree(request, launch_config(request), Input{input});
  std::vector<std::uint32_t> place;   // of each node, in the array
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

TEST(Figures, TreeOfNElementsNeedsNMinus1OperationsInLog2NSteps) {
  for (unsigned block_dim = 1; block_dim <= 1024; block_dim *= 2) {
    for (const char* kernel : {"interleaved_global", "convergent_global", "interleaved_shared", "convergent_shared"}) {
      const auto trace = trace_of(request_of(kernel, 2 * block_dim, block_dim));
      EXPECT_EQ(totals(trace).combine_ops, 2 * block_dim - 1) << kernel;
      EXPECT_EQ(active_threads(block_metrics(trace, 0)).size(), static_cast<unsigned>(__builtin_ctz(2 * block_dim)));
    }
  }
}

}  // namespace
}  // namespace lanescope
