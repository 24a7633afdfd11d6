// Where tips stand: what they explain stays visible, and so do they.
#include "viz/panels/tip_place.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

constexpr float kWidth = 1280, kHeight = 720;

Tip tip_at(float x, float y, float width = 200, float height = 80) {
  return {.width = width,
          .height = height,
          .pointer_x = x,
          .pointer_y = y,
          .window_width = kWidth,
          .window_height = kHeight};
}

bool tips_overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

TEST(TipPlace, is_below_what_it_explains_and_above_it_at_the_lower_edge) {
  const Rect row{300, 100, 400, 24}, lowest{300, 690, 400, 24};
  EXPECT_GE(place_of_tip(tip_at(500, 110), row).y, row.bottom());
  EXPECT_LE(place_of_tip(tip_at(500, 700), lowest).bottom(), lowest.y);
}

TEST(TipPlace, is_beside_what_is_as_high_as_the_window) {
  const Rect column{600, 0, 40, kHeight};
  const Rect place = place_of_tip(tip_at(620, 360), column);
  EXPECT_FALSE(tips_overlap(place, column));
  EXPECT_GE(place.x, column.right());
  const Rect last{kWidth - 40, 0, 40, kHeight};
  EXPECT_LE(place_of_tip(tip_at(kWidth - 20, 360), last).right(), last.x);
}

TEST(TipPlace, never_covers_the_pointer_and_stays_inside) {
  for (float x = 5; x < kWidth; x += 90)
    for (float y = 5; y < kHeight; y += 70)
      for (const Rect& explained :
           {Rect{0, 0, kWidth, kHeight}, Rect{x - 4, y - 4, 8, 8}, Rect{0, y - 4, kWidth, 8}}) {
        const Rect place = place_of_tip(tip_at(x, y), explained);
        EXPECT_FALSE(tips_overlap(place, {x, y, 1, 1})) << x << ", " << y;
        EXPECT_TRUE(place.x >= 0 && place.y >= 0 && place.right() <= kWidth && place.bottom() <= kHeight)
            << x << ", " << y;
      }
}

TEST(TipPlace, OfAPartIsBesideTheWholeWhereThatIsNear) {
  const Rect whole{100, 100, 300, 90}, part{150, 120, 40, 10}, high{100, 100, 300, 600};
  Tip tip = tip_at(160, 125);
  tip.whole = whole;
  EXPECT_FALSE(tips_overlap(place_of_tip(tip, part), whole));
  tip = tip_at(160, 400);
  tip.whole = high;
  const Rect in_the_middle{150, 395, 40, 10};
  EXPECT_FALSE(tips_overlap(place_of_tip(tip, in_the_middle), in_the_middle));
  EXPECT_LT(place_of_tip(tip, in_the_middle).x, 400) << "near the pointer";
}

TEST(TipPlace, OfARowIsBesideItsList) {
  const Rect row{12, 200, 280, 22};
  const Rect place = place_of_tip({.width = 340,
                                   .height = 110,
                                   .pointer_x = 40,
                                   .pointer_y = 210,
                                   .window_width = 1280,
                                   .window_height = 720,
                                   .scale = 1,
                                   .of_row = true},
                                  row);
  EXPECT_GE(place.x, row.right()) << "the rows below stay in sight";
  EXPECT_LE(place.y, row.y);
  const Rect at_the_end = place_of_tip({.width = 340,
                                        .height = 110,
                                        .pointer_x = 40,
                                        .pointer_y = 705,
                                        .window_width = 1280,
                                        .window_height = 720,
                                        .scale = 1,
                                        .of_row = true},
                                       {12, 695, 280, 22});
  EXPECT_LE(at_the_end.bottom(), 720);
}

}  // namespace
}  // namespace lanescope
