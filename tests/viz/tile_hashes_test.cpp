// Tiles that differ, and pictures drawn tile by tile against pictures drawn at once.
#include "viz/render/tile_hashes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/viz/with_context.h"
#include "views/support.h"
#include "viz/render/renderer.h"

namespace lanescope::testing {
namespace {

constexpr float kSide = TileHashes::kSide;

Scene empty_scene(float width, float height) {
  Scene scene;
  scene.width = width;
  scene.height = height;
  return scene;
}

TEST(TileHashes, FindNothingInEqualPictures) {
  Scene scene = empty_scene(320, 200);
  scene.quads = {{.rect = {10, 10, 50, 50}, .color = {1, 2, 3}}};
  EXPECT_TRUE(tiles_of(scene).changed_since(tiles_of(scene), 8).empty());
}

TEST(TileHashes, FindTheTileOfAMovedQuad) {
  Scene before = empty_scene(320, 200), after = before;
  before.quads = {{.rect = {kSide + 4, kSide + 4, 8, 8}, .color = {1, 2, 3}}};
  after.quads = {{.rect = {kSide + 12, kSide + 4, 8, 8}, .color = {1, 2, 3}}};
  EXPECT_EQ(tiles_of(after).changed_since(tiles_of(before), 8), (std::vector<Rect>{{kSide, kSide, kSide, kSide}}));
}

TEST(TileHashes, TellWhichOfTwoQuadsIsAbove) {
  Scene before = empty_scene(64, 64), after = before;
  before.quads = {{.rect = {4, 4, 8, 8}, .color = {1, 2, 3}}, {.rect = {8, 4, 8, 8}, .color = {4, 5, 6}}};
  after.quads = {before.quads[1], before.quads[0]};
  EXPECT_FALSE(tiles_of(after).changed_since(tiles_of(before), 8).empty());
}

TEST(TileHashes, TakeTheWholePictureOfAnotherSize) {
  const Scene before = empty_scene(320, 200), after = empty_scene(300, 200);
  EXPECT_EQ(tiles_of(after).changed_since(tiles_of(before), 8), (std::vector<Rect>{{0, 0, 300, 200}}));
}

/// Changed tiles in a checkerboard are more than any number of rectangles; the few that are returned cover them
/// all.
TEST(TileHashes, TellWhereAPictureLiesInAnother) {
  Scene scene = empty_scene(100, 100);
  scene.quads = {{.rect = {10, 10, 20, 20}, .color = {1, 2, 3}}};
  const TileHashes inner = tiles_of(scene);
  const auto frame = [&](float x, float y) {
    TileHashes outer(200, 200, kHashSeed);
    outer.add_tiles(inner, x, y);
    return outer;
  };
  EXPECT_TRUE(frame(5, 5).changed_since(frame(5, 5), 8).empty());
  EXPECT_FALSE(frame(5, 6).changed_since(frame(5, 5), 8).empty()) << "in the same tiles, a pixel lower";
  EXPECT_FALSE(frame(4, 5).changed_since(frame(5, 5), 8).empty());
}

TEST(TileHashes, CoverAllChangesWithFewRectangles) {
  const Scene before = empty_scene(16 * kSide, 16 * kSide);
  Scene after = before;
  for (int y = 0; y < 16; ++y)
    for (int x = y % 4; x < 16; x += 4)
      after.quads.push_back({.rect = {kSide * static_cast<float>(x) + 8, kSide * static_cast<float>(y) + 8, 8, 8},
                             .color = {1, 2, 3}});
  const auto changed = tiles_of(after).changed_since(tiles_of(before), 5);
  ASSERT_LE(changed.size(), 5u);
  for (const Quad& quad : after.quads)
    EXPECT_EQ(std::count_if(changed.begin(), changed.end(),
                            [&](const Rect& rect) { return shared_part(rect, quad.rect) == quad.rect; }),
              1);
}

TEST(TileHashes, SurviveCoordinatesThatAreNoNumbers) {
  Scene scene = empty_scene(320, 200);
  const float nan = std::nanf("");
  scene.quads = {{.rect = {nan, nan, 10, 10}, .color = {}}, {.rect = {-1e30f, 0, 2e30f, 1e30f}, .color = {}}};
  scene.lines = {{nan, 0, 1e30f, 1e30f, 1, {}}, {0, -1e30f, 5, 1e30f, 1, {}}};
  EXPECT_FALSE(tiles_of(scene).changed_since({}, 8).empty());
}

using DrawnTiles = WithContext;

/// One step after another in one slot, against each in a slot of its own.
TEST_F(DrawnTiles, GiveThePixelsOfAWholePicture) {
  Renderer renderer;
  for (const char* view : {"tree", "activity", "clock", "steps", "source", "banks"})
    for (const char* kernel : {"interleaved_shared", "coarsened", "warp_shuffle"}) {
      Shown shown = emulated(kernel, 1 << 12, 128);
      for (const std::uint32_t position : {0u, 3u, 4u, 9u, 2u}) {
        shown.state.position = position;
        shown.state.rounding = position == 9;
        const Scene scene = picture(*find_view(view), shown, {}, {700, 310});
        renderer.draw(0, scene);
        renderer.release(1);
        renderer.draw(1, scene);
        ASSERT_EQ(renderer.read_pixels(0), renderer.read_pixels(1))
            << view << " of " << kernel << " at " << position;
      }
    }
}

}  // namespace
}  // namespace lanescope::testing
