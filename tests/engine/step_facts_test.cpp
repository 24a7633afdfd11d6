// Who works at a step, who waits, and how far values reach: as a reader counts them on paper.
#include "engine/analysis/step_facts.h"

#include <gtest/gtest.h>

#include "engine/session.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

Run run_with_facts(std::string_view kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1) {
  Progress progress;
  return run(testing::request_of(kernel, n, block_dim, coarse_factor), progress);
}

TEST(StepFacts, OfInterleavedPairs) {
  const auto run = run_with_facts("interleaved_global", 32, 16);
  const StepFacts facts = step_facts(*run.trace, 0, 2);
  EXPECT_EQ(facts.phase, Phase::tree);
  EXPECT_EQ(facts.stride, 4u);
  EXPECT_EQ(facts.threads, 16u);
  EXPECT_EQ(facts.working, 4u);  // 0, 4, 8, 12
  EXPECT_EQ(facts.first, 0u);
  EXPECT_EQ(facts.last, 12u);
  EXPECT_EQ(facts.apart, 4u);
  EXPECT_EQ(facts.waiting_lanes, 12u);
  EXPECT_EQ(facts.warps, 1u);
  EXPECT_EQ(facts.working_warps, 1u);
  EXPECT_EQ(facts.divergent_warps, 1u);
  EXPECT_EQ(facts.reach, 4);
  EXPECT_FALSE(facts.index);
}

TEST(StepFacts, WarpsWithoutALaneThatWorksDoNotWait) {
  const auto run = run_with_facts("convergent_global", 1024, 512);
  const StepFacts full = step_facts(*run.trace, 0, 1);  // stride 256: 8 of 16 warps, whole ones
  EXPECT_EQ(full.working, 256u);
  EXPECT_EQ(full.apart, 1u);
  EXPECT_EQ(full.working_warps, 8u);
  EXPECT_EQ(full.waiting_lanes, 0u);
  const StepFacts last = step_facts(*run.trace, 0, 7);  // stride 4
  EXPECT_EQ(last.working, 4u);
  EXPECT_EQ(last.working_warps, 1u);
  EXPECT_EQ(last.waiting_lanes, 28u);
  EXPECT_EQ(last.reach, 4);
}

TEST(StepFacts, ReachIsInElementsAndHasASide) {
  EXPECT_EQ(step_facts(*run_with_facts("strided_index_shared", 64, 64).trace, 0, 3).reach, 4)
      << "a load, then 1, 2, 4";
  EXPECT_EQ(step_facts(*run_with_facts("scan_kogge_stone", 64, 64).trace, 0, 3).reach, -4);
  EXPECT_FALSE(step_facts(*run_with_facts("warp_shuffle", 64, 32).trace, 0, 2).reach) << "registers have no places";
}

TEST(StepFacts, OneThreadThatCollectsTheOthers) {
  const auto run = run_with_facts("two_pass_blocked", 256, 32);
  const History& history = run.trace->history(0);
  for (std::uint32_t step = 0; step < history.steps(); ++step) {
    if (history.phases[step] != Phase::exchange) continue;
    const StepFacts facts = step_facts(*run.trace, 0, step);
    EXPECT_EQ(facts.working, 1u);
    EXPECT_EQ(facts.waiting_lanes, 31u);
    EXPECT_EQ(facts.index, history.strides[step]);
  }
}

TEST(StepFacts, AgreeWithTheMetricsOfEveryStep) {
  for (const char* kernel : {"interleaved_shared", "coarsened", "single_pass_last_block", "merge_basic"}) {
    const auto run = run_with_facts(kernel, 5000, 64);
    for (std::uint32_t step = 0; step < run.metrics.block.steps.size(); ++step) {
      const StepMetrics& metrics = run.metrics.block.steps[step];
      const StepFacts facts = step_facts(*run.trace, 0, step);
      EXPECT_EQ(facts.working, metrics.active_threads) << kernel;
      EXPECT_EQ(facts.working_warps, metrics.active_warps) << kernel;
      EXPECT_EQ(facts.divergent_warps, metrics.divergent_warps) << kernel;
      EXPECT_EQ(facts.waiting_lanes, kWarpSize * metrics.active_warps - metrics.active_threads) << kernel;
    }
  }
}

}  // namespace
}  // namespace lanescope
