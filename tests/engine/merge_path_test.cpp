// The path of a merge on the grid A x B, beside one that is merged here.
#include "engine/analysis/merge_path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/session.h"
#include "engine/workload/arrays.h"
#include "support.h"

namespace lanescope::testing {
namespace {

struct MergedBlock {
  lanescope::Run run;
  std::optional<MergePath> path;
};

MergedBlock merged(const std::string& kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor,
                   std::uint64_t block, bool with_values) {
  RunRequest request = request_of(kernel, n, block_dim, coarse_factor);
  request.block = block;
  Progress progress;
  MergedBlock made{run(request, progress), {}};
  const Trace& trace = *made.run.trace;
  const ElementFlow flow(trace, *trace.addresses_of(block), with_values ? made.run.values.get() : nullptr,
                         trace.history(block).steps());
  const auto arrays = arrays_of(made.run.launch, trace.element_bytes);
  made.path = merge_path(flow, arrays.inputs[0].size, arrays.inputs.size() > 1 ? arrays.inputs[1].size : 0);
  return made;
}

/// Corners by merging what the kernel was given: of equal elements A's is first.
std::vector<std::pair<std::uint64_t, std::uint64_t>> corners_of(const lanescope::Run& run) {
  const auto arrays = arrays_of(run.launch, 4);
  Progress progress;
  const Input input = make_input(run.request, progress);
  const auto& all = std::get<std::vector<float>>(input);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> corners{{0, 0}};
  while (corners.size() <= run.launch.n) {
    auto [a, b] = corners.back();
    const auto& [of_a, of_b] = std::pair{arrays.inputs[0], arrays.inputs[1]};
    const bool from_a = b == of_b.size || (a < of_a.size && all[of_a.begin + a] <= all[of_b.begin + b]);
    corners.emplace_back(a + (from_a ? 1 : 0), b + (from_a ? 0 : 1));
  }
  return corners;
}

void expect_the_path(const std::string& kernel, std::uint64_t n, unsigned block_dim, unsigned factor,
                     bool with_values) {
  const std::string name = kernel + " " + std::to_string(n) + " " + std::to_string(factor);
  const std::uint64_t per_block = std::uint64_t{block_dim} * factor;
  for (std::uint64_t block = 0; block * per_block < n; ++block) {
    const MergedBlock made = merged(kernel, n, block_dim, factor, block, with_values);
    const auto corners = corners_of(made.run);
    ASSERT_TRUE(made.path) << name;
    const std::uint64_t first = block * per_block;
    const std::uint64_t outputs = std::min(per_block, n - first);
    ASSERT_LE(made.path->steps.size(), outputs) << name;
    ASSERT_GE(made.path->steps.size() + (with_values ? 0 : 1), outputs) << name;
    for (const MergeStep& step : made.path->steps) {
      EXPECT_EQ((std::pair{step.a, step.b}), corners[step.output]) << name << " output " << step.output;
      EXPECT_EQ(step.thread, (step.output - first) / factor);
      if (step.from_a) {
        EXPECT_EQ(*step.from_a, corners[step.output + 1].first == step.a + 1) << name << " output " << step.output;
      }
      if (with_values) {
        EXPECT_TRUE(step.from_a || &step == &made.path->steps.back()) << name;
      }
    }
  }
}

TEST(MergePath, IsTheOneOfASequentialMerge) {
  for (const std::uint64_t n : {2u, 3u, 7u, 32u, 61u, 200u})
    for (const bool with_values : {false, true}) {
      expect_the_path("merge_basic", n, 8, 1, with_values);
      for (const unsigned factor : {1u, 2u, 3u, 5u}) expect_the_path("merge_coarsened", n, 8, factor, with_values);
    }
}

// A thread that searches compares elements on the diagonal before its first output: their numbers add up to one
// less.
TEST(MergePath, ProbesLieOnTheDiagonalOfTheFirstOutput) {
  const MergedBlock made = merged("merge_coarsened", 64, 8, 4, 0, true);
  ASSERT_TRUE(made.path);
  ASSERT_FALSE(made.path->probes.empty());
  for (const MergeProbe& probe : made.path->probes) EXPECT_EQ(probe.a + probe.b, 4 * probe.thread - 1);
}

TEST(MergePath, OtherKernelsHaveNone) {
  EXPECT_FALSE(merged("vector_add", 64, 8, 1, 0, true).path);
  EXPECT_FALSE(merged("scan_kogge_stone", 32, 32, 1, 0, true).path);
}

}  // namespace
}  // namespace lanescope::testing
