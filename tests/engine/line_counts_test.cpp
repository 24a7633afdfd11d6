// The counts of each source line: sums of the trace's own.
#include "engine/analysis/line_counts.h"

#include <gtest/gtest.h>

#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;
using testing::trace_of;

TEST(LineCounts, AddUpToTheStepsAndAccessesOfTheBlock) {
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced()) continue;
    RunRequest request = request_of(kernel.id, 500, kernel.grid == GridRule::one_block ? 256 : 64);
    if (refusal(request)) continue;
    const Trace trace = trace_of(request);
    const History& history = trace.history(0);
    const auto counts = line_counts(trace, 0);
    std::size_t steps = 0;
    AccessTable sum{}, expected{};
    std::uint32_t last = 0;
    for (const LineCounts& line : counts) {
      EXPECT_GT(line.line, last) << kernel.id;
      last = line.line;
      steps += line.steps.size();
      for (const std::uint32_t step : line.steps) EXPECT_EQ(history.source_lines[step], line.line) << kernel.id;
      for (std::size_t kind = 0; kind < kAccessKinds; ++kind) sum[kind] += line.accesses[kind];
    }
    for (const AccessTable& table : history.accesses)
      for (std::size_t kind = 0; kind < kAccessKinds; ++kind) expected[kind] += table[kind];
    EXPECT_EQ(steps, history.steps()) << kernel.id;
    EXPECT_EQ(sum, expected) << kernel.id;
  }
}

TEST(LineCounts, OfATreeByHand) {
  // Strides 4, 2, 1 of 4 threads: 4 + 2 + 1 active threads, two steps with a partial mask; each step loads twice
  // and stores once.
  const Trace trace = trace_of(request_of("convergent_shared", 8, 4));
  const auto counts = line_counts(trace, 0);
  const LineCounts* tree = at_line(counts, trace.history(0).source_lines[2]);  // after two loads
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->steps, (std::vector<std::uint32_t>{2, 3, 4}));
  EXPECT_EQ(tree->active_threads, 7u);
  EXPECT_EQ(tree->divergent_warps, 2u);
  const LineCounts* statement = at_line(counts, tree->line + 1);
  ASSERT_NE(statement, nullptr);
  EXPECT_TRUE(statement->steps.empty());
  EXPECT_EQ(statement->accesses[static_cast<std::size_t>(AccessKind::shared_load)].requests, 6u);
  EXPECT_EQ(statement->accesses[static_cast<std::size_t>(AccessKind::shared_store)].requests, 3u);
  EXPECT_EQ(at_line(counts, 1), nullptr);
  EXPECT_TRUE(line_counts(trace, 7).empty());
}

}  // namespace
}  // namespace lanescope
