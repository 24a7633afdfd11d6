// Where a mark on a picture stands: over nothing, if there is such a place.
#include "viz/kit/free_place.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

constexpr float kMarkWidth = 80, kMarkHeight = 20, kMarkMargin = 6;

Scene empty_scene() {
  Scene scene;
  scene.width = 400;
  scene.height = 200;
  return scene;
}

Rect place_in(const Scene& scene) {
  return free_place(scene, kMarkWidth, kMarkHeight, kMarkMargin);
}

bool overlaps(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

TEST(FreePlace, IsAtTheLowerRightWhereNothingIsThere) {
  EXPECT_EQ(place_in(empty_scene()), (Rect{314, 174, kMarkWidth, kMarkHeight}));
}

TEST(FreePlace, IsBesideALegendAtTheLowerEdge) {
  Scene scene = empty_scene();
  scene.texts.push_back(
      {.x = 390, .y = 184, .size = 12, .align = Align::right, .color = {}, .text = "no lane works"});
  const Rect place = place_in(scene);
  EXPECT_EQ(place.y, 174);
  EXPECT_FALSE(overlaps(place, bounds(scene.texts[0])));
  EXPECT_LT(place.right(), bounds(scene.texts[0]).x);
}

TEST(FreePlace, IsBesideTheTitleWhereTheLowerEdgeIsFull) {
  Scene scene = empty_scene();
  scene.texts.push_back({.x = 8, .y = 16, .size = 14, .color = {}, .text = "Comparison"});
  scene.quads.push_back({.rect = {0, 40, 200, 160}, .color = {}});
  scene.lines.push_back({.x0 = 200, .y0 = 40, .x1 = 400, .y1 = 200, .color = {}});
  scene.lines.push_back({.x0 = 200, .y0 = 200, .x1 = 400, .y1 = 150, .color = {}});
  const Rect place = place_in(scene);
  EXPECT_EQ(place.y, kMarkMargin);
  EXPECT_EQ(place.right(), scene.width - kMarkMargin);
}

TEST(FreePlace, GoesAroundADiagonalLineAndOverTheGroundOfARow) {
  Scene scene = empty_scene();
  scene.lines.push_back({.x0 = 400, .y0 = 170, .x1 = 300, .y1 = 200, .color = {}});
  scene.quads.push_back({.rect = {0, 170, 400, 30}, .color = {}});
  const Rect place = place_in(scene);
  EXPECT_EQ(place.y, 174);
  EXPECT_LT(place.x, 300);
}

TEST(FreePlace, CoversWordsLastOfAll) {
  Scene scene = empty_scene();
  for (float y = 10; y < 200; y += 12)
    scene.texts.push_back({.x = 0, .y = y, .size = 12, .color = {}, .text = "partial sums"});
  scene.mask_grids.emplace_back().rect = {90, 0, 310, 200};
  for (const Text& text : scene.texts) EXPECT_FALSE(overlaps(place_in(scene), bounds(text)));
  EXPECT_TRUE(overlaps(place_in(scene), scene.mask_grids[0].rect));
}

}  // namespace
}  // namespace lanescope
