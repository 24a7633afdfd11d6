// Scenes of a step under way, at moments of it.
#include "viz/kit/motion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "views/support.h"

namespace lanescope::testing {
namespace {

TEST(Motion, GoesFromOnePlaceToTheOther) {
  Scene scene;
  scene.moving_quads = {{{.rect = {0, 0, 10, 10}, .color = {0, 0, 0}}, {.rect = {100, 40, 10, 10}, .color = {200, 0, 0}}, 0.5f, 1}};
  EXPECT_EQ(at_moment(scene, 0.3f).overlays.at(0).rect, (Rect{0, 0, 10, 10})) << "before it begins";
  const Quad halfway = at_moment(scene, 0.75f).overlays.at(0);
  EXPECT_EQ(halfway.rect, (Rect{50, 20, 10, 10}));
  EXPECT_EQ(halfway.color, (Color{100, 0, 0}));
  EXPECT_EQ(at_moment(scene, 1).overlays.at(0).rect, (Rect{100, 40, 10, 10}));
  EXPECT_FALSE(at_moment(scene, 1).moves());
}

TEST(Motion, AppearsInItsTurn) {
  Scene scene;
  scene.texts.push_back({.color = {}, .text = "stands"});
  const Appearance added(scene);
  scene.texts.push_back({.color = {}, .text = "appears"});
  added.between(scene, 0.5f, 1);
  EXPECT_EQ(at_moment(scene, 0.5f).texts.size(), 1u);
  EXPECT_EQ(at_moment(scene, 0.9f).texts.size(), 2u);
}

/// 16 threads, 32 elements: in the second step of the tree eight threads each take a value and their own along.
TEST(Motion, OfTheTreeTakesBothOperandsToTheOwner) {
  Shown shown = emulated("convergent_shared", 32, 16);
  const auto& tree = *shown.run.tree;
  const auto& history = shown.run.trace->history(0);
  std::uint32_t step = 0, trees = 0;
  for (std::uint32_t s = 0; s < history.steps(); ++s)
    if (history.phases[s] == Phase::tree && ++trees == 2) step = s;
  const auto in_step = std::count_if(tree.operations.begin(), tree.operations.end(),
                                     [&](const CombineTree::Operation& operation) { return operation.step == step; });
  ASSERT_GT(in_step, 0);
  shown.state.position = step + 1;
  const Scene done = tree_scene(shown, {1200, 500});
  EXPECT_FALSE(done.moves());
  shown.state.moving = true;
  const Scene moving = tree_scene(shown, {1200, 500});
  // The operands' values, and the sums that appear where they meet.
  const auto travelling = std::count_if(moving.moving_texts.begin(), moving.moving_texts.end(),
                                        [](const Moving<Text>& text) { return text.from.y != text.to.y; });
  EXPECT_EQ(travelling, 2 * in_step);
  EXPECT_EQ(at_moment(moving, 0).picks.size(), done.picks.size()) << "nothing that can be clicked comes or goes";
}

/// What has moved stands in its place: all that a done step shows is there at the end of the motion.
TEST(Motion, EndsWithThePictureOfTheStep) {
  for (const char* view : {"tree", "activity", "banks", "memory"})
    for (const char* kernel : {"strided_index_shared", "coarsened", "warp_shuffle"}) {
      Shown shown = emulated(kernel, 1 << 10, 64);
      for (const std::uint32_t position : {1u, 3u, steps_of(shown.run)}) {
        shown.state.position = position;
        shown.state.moving = false;
        const Scene done = picture(*find_view(view), shown, {}, {1000, 420});
        shown.state.moving = true;
        const Scene moved = at_moment(picture(*find_view(view), shown, {}, {1000, 420}), 1);
        for (const Text& text : done.texts)
          EXPECT_TRUE(std::any_of(moved.texts.begin(), moved.texts.end(),
                                  [&](const Text& other) {
                                    return other.text == text.text && other.x == text.x && other.y == text.y;
                                  }))
              << view << " of " << kernel << " at " << position << ": " << text.text;
      }
    }
}

}  // namespace
}  // namespace lanescope::testing
