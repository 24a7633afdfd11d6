// Pictures of runs whose lanes have not computed: they are there before the result, at sizes that no machine would
// compute.
#include <gtest/gtest.h>

#include "tests/viz/views/support.h"

namespace lanescope::testing {
namespace {

Shown traced(std::string_view kernel, std::uint64_t n, unsigned launch, bool last_block) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  request.block = last_block ? launch_config(request).grid_dim - 1 : 0;
  Shown shown;
  shown.run = look_at(run_traces_first(request, progress), launch);
  return shown;
}

TEST(WithoutResult, every_view_draws_what_follows_from_the_launch) {
  struct Case {
    std::string_view kernel;
    std::uint64_t n;
    unsigned launch = 1;
    bool last_block = false;
  };
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 33;
  for (const Case& one :
       {Case{"coarsened", kMuch}, Case{"vectorized", 1 << 24}, Case{"two_pass_interleaved", 1 << 20, 2},
        Case{"single_pass_last_block", 1 << 20, 1, true}, Case{"matmul_tiled", 300},
        Case{"scan_hierarchical", kMuch, 2}, Case{"transpose_padded", 1 << 12}}) {
    const Shown shown = traced(one.kernel, one.n, one.launch, one.last_block);
    ASSERT_TRUE(shown.run.awaits_result) << one.kernel;
    for (const View& view : views_of(shown)) {
      const Scene scene = picture(view, shown, {}, {1200, 500});
      EXPECT_FALSE(scene.texts.empty()) << one.kernel << " " << view.id;
    }
    EXPECT_FALSE(step_sentence(shown.run, shown.state).empty()) << one.kernel;
  }
}

TEST(WithoutResult, the_tree_of_a_block_has_the_elements_of_the_input) {
  const Shown before = traced("segmented", 1 << 20, 1, false),
              after = emulated("segmented", 1 << 20, RunRequest{}.block_dim);
  ASSERT_TRUE(before.run.tree && after.run.tree);
  EXPECT_EQ(before.run.tree->leaf_values, after.run.tree->leaf_values);
  EXPECT_EQ(before.run.tree->root, after.run.tree->root);
}

TEST(WithoutResult, a_tree_that_begins_with_other_blocks_sums_says_so) {
  const Shown shown = traced("two_pass_interleaved", 1 << 20, 2, false);
  EXPECT_FALSE(shown.run.tree);
  bool said = false;
  for (const Text& text : tree_scene(shown, {1200, 500}).texts)
    said |= text.text.find("being computed") != std::string::npos;
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace lanescope::testing
