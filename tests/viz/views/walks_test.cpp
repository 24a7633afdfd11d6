// Pictures of kernels whose threads walk through the array: rounds that are kept once have one row or bar.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/viz/views/support.h"

namespace lanescope {
namespace {

/// `rounds` rounds of one block.
Scene walk_scene(const char* view, unsigned block_dim, std::uint64_t rounds) {
  return testing::picture(*find_view(view),
                          testing::emulated("two_pass_interleaved", rounds * block_dim, block_dim, 1, 1), {},
                          {1200, 800});
}

bool has_text(const Scene& scene, std::string_view words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

TEST(WalkPictures, StepsHaveOneRowForRoundsThatComeAgain) {
  const Scene scene = walk_scene("steps", 8, 50);
  // Three rounds are kept: the first, which comes 48 times, and two behind it; then seven steps of one thread.
  EXPECT_TRUE(has_text(scene, "2–48"));
  EXPECT_TRUE(has_text(scene, "57"));
  EXPECT_FALSE(has_text(scene, "47"));
  EXPECT_TRUE(has_text(scene, "as above")) << "a row of dashes would say that nothing was done";
}

TEST(WalkPictures, ReadsSayWhenTheyAreTooMany) {
  EXPECT_TRUE(
      has_text(walk_scene("reads", 1, 20'000), "steps are more than this picture takes; choose a smaller N."));
  EXPECT_FALSE(has_text(walk_scene("reads", 1, 2'000), "are more than this picture takes"));
}

TEST(WalkPictures, WorkHasNoBarForEachOfManySteps) {
  const Scene scene = walk_scene("work", 1, 60'000);
  EXPECT_GT(scene.quads.size(), 100u);
  EXPECT_LT(scene.quads.size(), 10'000u);
}

}  // namespace
}  // namespace lanescope
