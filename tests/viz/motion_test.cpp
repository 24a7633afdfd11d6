// Scenes of a step under way, at moments of it.
#include "viz/kit/motion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "views/support.h"
#include "viz/kit/palette.h"

namespace lanescope::testing {
namespace {

TEST(Motion, GoesFromOnePlaceToTheOther) {
  Scene scene;
  scene.moving_quads = {
      {{.rect = {0, 0, 10, 10}, .color = {0, 0, 0}}, {.rect = {100, 40, 10, 10}, .color = {200, 0, 0}}, 0.5f, 1}};
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
  const auto in_step =
      std::count_if(tree.operations.begin(), tree.operations.end(),
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
  // Where they arrive no two lie upon one another.
  std::vector<Rect> arrived;
  for (const Moving<Text>& text : moving.moving_texts) {
    if (text.from.y == text.to.y) continue;
    const float width = text_width(text.to.text, text.to.face, text.to.size);
    arrived.push_back({text.to.x - width / 2, text.to.y - text.to.size / 2, width, text.to.size});
  }
  for (std::size_t a = 0; a < arrived.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_FALSE(arrived[a].x < arrived[b].right() && arrived[b].x < arrived[a].right() &&
                   arrived[a].y < arrived[b].bottom() && arrived[b].y < arrived[a].bottom());
  EXPECT_EQ(at_moment(moving, 0).picks.size(), done.picks.size()) << "nothing that can be clicked comes or goes";
}

/// What has moved stands in its place: all that a done step shows is there at the end of the motion.
TEST(Motion, EndsWithThePictureOfTheStep) {
  for (const char* view : {"tree", "activity", "banks", "memory", "grid", "clock"})
    for (const char* kernel : {"strided_index_shared", "coarsened", "warp_shuffle"}) {
      Shown shown = emulated(kernel, 1 << 10, 64);
      for (const std::uint32_t position : {1u, 3u, steps_of(shown.run)}) {
        shown.state.position = position;
        shown.state.moving = false;
        const Scene done = picture(*find_view(view), shown, {}, {1000, 420});
        shown.state.moving = true;
        const Scene moved = at_moment(picture(*find_view(view), shown, {}, {1000, 420}), 1);
        for (const Text& text : done.texts)
          EXPECT_TRUE(std::any_of(
              moved.texts.begin(), moved.texts.end(),
              [&](const Text& other) { return other.text == text.text && other.x == text.x && other.y == text.y; }))
              << view << " of " << kernel << " at " << position << ": " << text.text;
      }
    }
}

Scene moving_at(Shown shown, const char* view, std::uint32_t position) {
  shown.state.position = position;
  shown.state.moving = true;
  return picture(*find_view(view), shown, {}, {1200, 560});
}

std::vector<Moving<Quad>> of_color(const Scene& scene, Color color) {
  std::vector<Moving<Quad>> found;
  for (const Moving<Quad>& quad : scene.moving_quads)
    if (quad.to.color == color) found.push_back(quad);
  return found;
}

/// 8 blocks: each result comes to the queue, and from there to the output, no two at once.
TEST(Motion, OfTheGridTakesResultsThroughTheQueueOneAfterAnother) {
  const Shown shown = emulated("convergent_shared", 2048, 128);
  const Scene scene = moving_at(shown, "grid", steps_of(shown.run));
  std::vector<Moving<Quad>> served = of_color(scene, palette(Theme::dark).text);
  std::erase_if(served, [](const Moving<Quad>& quad) { return quad.begin == 0; });
  ASSERT_EQ(served.size(), 8u);
  for (std::size_t i = 1; i < served.size(); ++i) EXPECT_GE(served[i].begin, served[i - 1].end - 1e-4f);
  EXPECT_TRUE(moving_at(shown, "grid", steps_of(shown.run) - 1).moving_quads.empty()) << "before the last step";
}

/// Phase 0 of a product with tiles of 16: its first step brings 16 rows of M, its second 16 of N, and a round takes
/// a column of M and a row of N to all threads.
TEST(Motion, OfTilesBringsTheirRowsAndSpreadsWhatARoundTakes) {
  Shown shown;
  RunRequest request;
  request.kernel = "matmul_tiled";
  request.n = 48;
  request.detail = Detail::full;
  request.backend = BackendChoice::emulator;
  Progress progress;
  shown.run = run(request, progress);
  const Scene m = moving_at(shown, "tiles", 1), n = moving_at(shown, "tiles", 2),
              round = moving_at(shown, "tiles", 3);
  ASSERT_EQ(m.moving_quads.size(), 16u);
  ASSERT_EQ(n.moving_quads.size(), 16u);
  EXPECT_EQ(round.moving_quads.size(), 2u);
  EXPECT_EQ(m.moving_quads[0].to.rect.y, n.moving_quads[0].to.rect.y);
  EXPECT_LT(m.moving_quads[0].to.rect.x, n.moving_quads[0].to.rect.x);
  EXPECT_EQ(round.moving_quads[0].to.rect, round.moving_quads[1].to.rect) << "all threads need both";
}

/// 4 threads add once each: what a thread keeps, and its element, go into the sum.
TEST(Motion, OfACoarsenedScanBringsWhatARegisterHolds) {
  const Shown shown = emulated("scan_coarsened", 32, 4, 4);
  const auto& phases = shown.run.trace->history(0).phases.kept();
  const auto last =
      static_cast<std::uint32_t>(std::find(phases.rbegin(), phases.rend(), Phase::own).base() - phases.begin());
  EXPECT_EQ(moving_at(shown, "elements", last).moving_quads.size(), 3u + 3u) << "all but thread 0";
}

}  // namespace
}  // namespace lanescope::testing
