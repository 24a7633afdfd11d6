// Every panel finds room in every window that can be.
#include "viz/panels/layout.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope {
namespace {

struct Window {
  float width, height;
};
constexpr Window kWindows[] = {{kSmallestWidth, kSmallestHeight},
                               {1024, 768},
                               {1280, 720},
                               {1366, 768},
                               {1600, 900},
                               {1920, 600},
                               {1000, 1400},
                               {2560, 1440},
                               {3840, 2160}};
constexpr float kProjector = 1.6f;

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// Calls `check` with the layout of each window, number of variants and wanted scale.
template <class Check>
void for_each_layout(const Check& check) {
  for (const Window& window : kWindows)
    for (std::size_t variants = 1; variants <= 4; ++variants)
      for (const float wanted : {1.0f, kProjector, 2 * kProjector})
        for (const bool on_top : {true, false}) {
          const float scale = scale_with_room(wanted, window.width, window.height, variants);
          const Layout layout = make_layout(window.width, window.height, scale, {},
                                            {.variants = variants, .enlarged = false, .view_on_top = on_top});
          SCOPED_TRACE(std::to_string(window.width) + " x " + std::to_string(window.height) + ", " +
                       std::to_string(variants) + " variants at " + std::to_string(scale));
          check(layout, window, scale, on_top);
        }
}

TEST(Layout, KeepsPanelsApartAndInside) {
  for_each_layout([](const Layout& layout, const Window& window, float, bool on_top) {
    std::vector<Rect> rects{layout.header, layout.controls, layout.result, layout.tabs, layout.transport};
    for (const Layout::Column& column : layout.columns) {
      rects.insert(rects.end(), {column.sentence, column.activity, column.panel});
      if (on_top) rects.push_back(column.top);
      if (column.strip.h > 0) rects.push_back(column.strip);
    }
    for (std::size_t i = 0; i < rects.size(); ++i) {
      EXPECT_GT(rects[i].w, 0);
      EXPECT_GT(rects[i].h, 0);
      EXPECT_GE(rects[i].x, 0);
      EXPECT_GE(rects[i].y, 0);
      EXPECT_LE(rects[i].right(), window.width + 1);
      EXPECT_LE(rects[i].bottom(), window.height + 1);
      for (std::size_t k = i + 1; k < rects.size(); ++k) EXPECT_FALSE(overlap(rects[i], rects[k])) << i << " " << k;
    }
  });
}

TEST(Layout, LeavesPicturesAndWordsRoomAtTheirScale) {
  for_each_layout([](const Layout& layout, const Window&, float scale, bool on_top) {
    EXPECT_GE(layout.header.w / scale, 800) << "its buttons, presets and name";
    EXPECT_GE(layout.controls.w / scale, 264) << "labels beside their values";
    for (const Layout::Column& column : layout.columns) {
      EXPECT_GE(column.sentence.w / scale, 150);
      EXPECT_GE(column.sentence.h / scale, 75) << "a head and two lines";
      EXPECT_GE(column.activity.h / scale, 60);
      EXPECT_GE(column.panel.h / scale, 60);
      if (on_top) {
        EXPECT_GE(column.top.h / scale, 60);
      }
    }
  });
}

TEST(Layout, HasAStripBelowThePicturesWhereTheyKeepTheirHeight) {
  for (const bool enlarged : {false, true}) {
    const LayoutContent content{.variants = 2, .enlarged = enlarged};
    EXPECT_GT(make_layout(1280, 720, 1, {}, content).columns[1].strip.h, 25);
    EXPECT_GT(make_layout(1600, 900, 1, {}, content).columns[1].strip.h, 45) << "chips above the bar";
  }
  for (const bool enlarged : {false, true}) {
    const LayoutContent narrow{.variants = 4, .enlarged = enlarged, .stage = true};
    EXPECT_GT(make_layout(1280, 720, kProjector, {}, narrow).columns[3].strip.h, 45 * kProjector)
        << "beside the chip of a narrow column the bar would be a few pixels";
  }
  EXPECT_EQ(make_layout(kSmallestWidth, kSmallestHeight, 1.3f, {}, {.variants = 2}).columns[0].strip.h, 0);
  EXPECT_EQ(make_layout(1600, 900, 1, {}, {.variants = 2, .enlarged = true, .strip = false}).columns[0].strip.h, 0)
      << "the strip is what is enlarged";
}

TEST(Layout, KeepsTheTabsWhereTheyAreWhenAViewOpens) {
  for (const Window& window : kWindows) {
    const auto tabs = [&](bool folded) {
      return make_layout(window.width, window.height, 1, {}, {.variants = 2, .folded = folded}).tabs;
    };
    EXPECT_EQ(tabs(true), tabs(false)) << window.width << " x " << window.height;
  }
}

// A tree has a row a step, as warp activity below it: in a low window both need the height.
TEST(Layout, PutsRowsOfASingleVariantBesideEachOtherInALowWindow) {
  const auto column = [](float width, float height, LayoutContent content) {
    return make_layout(width, height, 1, {}, content).columns.front();
  };
  const Layout::Column rows = column(1280, 720, {.rows_on_top = true}), other = column(1280, 720, {});
  EXPECT_EQ(rows.top.y, rows.activity.y);
  EXPECT_GE(rows.top.h, 1.5f * other.top.h);
  EXPECT_LT(other.top.y, other.activity.y) << "what needs width is above it";
  const Layout::Column high = column(1920, 1200, {.rows_on_top = true}),
                       two = column(1280, 720, {.variants = 2, .rows_on_top = true});
  EXPECT_LT(high.top.y, high.activity.y) << "there each lane is below its partial sums";
  EXPECT_LT(two.top.y, two.activity.y);
}

TEST(Layout, OnTheStageALineOverAllColumnsTakesNothingElse) {
  const LayoutContent content{.variants = 4, .stage = true, .transport = false, .heads = true};
  const Layout layout = make_layout(1280, 720, kProjector, {}, content);
  const Layout::Column& first = layout.columns.front();
  EXPECT_GE(layout.heads.y, first.sentence.bottom() - 1);
  EXPECT_LE(layout.heads.bottom(), first.top.y);
  EXPECT_FLOAT_EQ(layout.heads.x, first.top.x);
  EXPECT_FLOAT_EQ(layout.heads.right(), layout.columns.back().top.right());
  EXPECT_LE(first.strip.bottom(), 720);
  EXPECT_EQ(make_layout(1280, 720, kProjector, {}, {.variants = 4, .stage = true}).heads.h, 0);
}

TEST(Layout, OnTheStageWhatStandsBelowTheColumnsCoversNothing) {
  for (const bool transport : {false, true}) {
    const LayoutContent with{.variants = 2, .stage = true, .transport = transport, .foot = 45};
    LayoutContent without = with;
    without.foot = 0;
    const Layout lower = make_layout(1280, 720, kProjector, {}, with),
                 whole = make_layout(1280, 720, kProjector, {}, without);
    EXPECT_NEAR(lower.columns[1].strip.bottom(), whole.columns[1].strip.bottom() - 45, 1);
    EXPECT_EQ(lower.transport, whole.transport);
  }
}

TEST(Layout, OfTheStageIsColumnsAlone) {
  for (const Window& window : kWindows)
    for (std::size_t variants = 1; variants <= 4; ++variants)
      for (const bool enlarged : {false, true}) {
        const float scale = scale_with_room(kProjector, window.width, window.height, variants, true);
        const Layout layout = make_layout(window.width, window.height, scale, {},
                                          {.variants = variants, .enlarged = enlarged, .stage = true});
        SCOPED_TRACE(std::to_string(window.width) + " x " + std::to_string(window.height) + ", " +
                     std::to_string(variants) + " variants at " + std::to_string(scale));
        for (const Rect& gone : {layout.header, layout.controls, layout.result, layout.tabs}) EXPECT_EQ(gone.h, 0);
        float pictures = 0;
        for (const Layout::Column& column : layout.columns) {
          EXPECT_GE(column.sentence.h / scale, 36 + 18) << "a head, and below it a large line";
          pictures = column.top.h + column.activity.h + column.strip.h + column.panel.h;
          EXPECT_EQ(column.sentence.y, 0);
        }
        EXPECT_GE(pictures, 0.65f * window.height) << "the pictures have the height";
      }
  for (const bool asked : {false, true}) {
    const Layout layout =
        make_layout(1280, 720, kProjector, {}, {.variants = 2, .stage = true, .transport = asked});
    const Layout::Column& column = layout.columns.back();
    EXPECT_LE(column.strip.bottom(), asked ? layout.transport.y : 720) << "the transport covers nothing";
    EXPECT_GE(column.strip.bottom(), (asked ? layout.transport.y : 720) - 8 * kProjector - 1);
  }
  // Small letters have an em of 12.5 pixels at scale 1: 18 at the least, also beside three others.
  for (std::size_t variants = 1; variants <= 4; ++variants)
    EXPECT_GE(12.5f * scale_with_room(kProjector, 1280, 720, variants, true), 18) << variants;
}

TEST(Layout, KeepsTheScaleThatIsWantedWhereThereIsRoom) {
  EXPECT_EQ(scale_with_room(1, kSmallestWidth, kSmallestHeight, 4), 1) << "the smallest window is large enough";
  EXPECT_EQ(scale_with_room(kProjector, 1280, 720, 1), kProjector) << "as lecture halls have it";
  EXPECT_EQ(scale_with_room(kProjector, 1280, 720, 2), kProjector);
  EXPECT_EQ(scale_with_room(kProjector, 1600, 900, 4), kProjector);
  EXPECT_EQ(scale_with_room(2, 3200, 1800, 4), 2);
  EXPECT_LT(scale_with_room(kProjector, kSmallestWidth, kSmallestHeight, 4), kProjector);
}

}  // namespace
}  // namespace lanescope
