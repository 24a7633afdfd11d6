// The picture of single elements: what stands under the pointer, and how much is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support.h"

namespace lanescope::testing {
namespace {

Scene elements_of(Shown shown, std::uint32_t position, bool moving = false, SceneSize size = {1000, 420, 1}) {
  shown.state.position = position;
  shown.state.moving = moving;
  return picture(*find_view("elements"), shown, {}, size);
}

/// Places of elements that say who touches them.
std::size_t with_tips(const Scene& scene) {
  return static_cast<std::size_t>(std::count_if(scene.picks.begin(), scene.picks.end(), [](const Pick& pick) {
    return !pick.tip.empty() && pick.focus.lane;
  }));
}

// Kogge-Stone over 8 elements: 8 read, 8 loaded, 7 + 6 + 4 sums, 8 written.
TEST(Elements, AScanIsItsNetwork) {
  const Shown shown = emulated("scan_kogge_stone", 8, 8);
  EXPECT_EQ(with_tips(elements_of(shown, steps_of(shown.run))), 8u + 8 + 7 + 6 + 4 + 8);
  // Two values go into each of the 7 sums of the first round.
  EXPECT_EQ(elements_of(shown, 2, true).moving_quads.size(), 14u);
  EXPECT_TRUE(elements_of(shown, 2).moving_quads.empty());
}

bool elements_say(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

// Kogge-Stone over N elements adds N log2 N - (N - 1) times; Brent-Kung 2 N - 2 - log2 N.
TEST(Elements, CountTheAdditionsOfAScan) {
  const Shown kogge = emulated("scan_kogge_stone", 32, 32), brent = emulated("scan_brent_kung", 32, 16);
  EXPECT_TRUE(elements_say(elements_of(kogge, 0), "0 of 129 additions"));
  EXPECT_TRUE(elements_say(elements_of(kogge, steps_of(kogge.run)), "129 of 129 additions"));
  EXPECT_TRUE(elements_say(elements_of(brent, steps_of(brent.run)), "57 of 57 additions"));
  // On the stage, too.
  Shown low = brent;
  low.state.position = steps_of(brent.run);
  low.state.projector = true;
  const Scene scene = testing::picture(*find_view("elements"), low, {}, {630, 230});
  EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
    return text.text.find("57 of 57 additions") != std::string::npos;
  }));
}

// Names take what they need, and the cells have the rest.
TEST(Elements, CellsBeginBehindTheLongestName) {
  const Shown shown = emulated("vector_add", 1024, 32);
  const Scene scene = elements_of(shown, 1, false, {304, 230, 1});
  float names = 0, cells = 1e6f;
  for (const Text& text : scene.texts)
    if (text.text == "input A" || text.text == "output") names = std::max(names, bounds(text).right());
  for (const Pick& pick : scene.picks)
    if (pick.focus.lane) cells = std::min(cells, pick.rect.x);
  ASSERT_GT(names, 0);
  EXPECT_GT(cells, names);
  EXPECT_LT(cells, names + 16);
}

/// The step of the first block of a histogram in which its threads begin to count.
std::uint32_t first_counting_step(const Run& run) {
  std::uint32_t step = 1;
  while (step < steps_of(run) && !is_step(run.trace->history(0).phases[step - 1])) ++step;
  return step;
}

TEST(Elements, CountedInAreBarsAndThoseWhoWaitAreInTheLegend) {
  Shown shown = emulated("histogram_private", 256, 128);
  EXPECT_FALSE(elements_say(elements_of(shown, 0), "waits its turn")) << "nobody updates anything yet";
  const std::uint32_t counting = first_counting_step(shown.run);
  const Scene scene = elements_of(shown, counting, false, {700, 300, 1});
  EXPECT_TRUE(elements_say(scene, "waits its turn"));
  std::set<float> heights;  // of what stands on the bins: each as high as its count
  for (const Pick& bin : scene.picks) {
    if (!bin.name.starts_with("element/1/")) continue;
    for (const Quad& quad : scene.overlays)
      if (quad.rect.x == bin.rect.x && std::abs(quad.rect.bottom() - bin.rect.bottom()) < 0.01f)
        heights.insert(quad.rect.h);
  }
  EXPECT_GT(heights.size(), 3u);
}

/// However many threads wait for one bin, and however low the picture is.
TEST(Elements, ThoseWhoWaitStayBelowTheRowAbove) {
  Shown shown = emulated("histogram_private", 1024, 512);
  const std::uint32_t counting = first_counting_step(shown.run);
  for (const SceneSize size : {SceneSize{700, 130, 1}, SceneSize{700, 200, 1}, SceneSize{700, 500, 1}}) {
    const Scene scene = elements_of(shown, counting, false, size);
    float input = 0, bins = size.height;
    for (const Pick& pick : scene.picks) {
      if (pick.name.starts_with("element/0/")) input = std::max(input, pick.rect.bottom());
      if (pick.name.starts_with("element/1/")) bins = std::min(bins, pick.rect.y);
    }
    ASSERT_LT(input, bins) << size.height;
    std::size_t marks = 0;
    for (const Quad& quad : scene.overlays)
      if (quad.rect.y < bins && quad.rect.bottom() <= bins && quad.rect.h < 5 && quad.radius == 1) {
        EXPECT_GE(quad.rect.y, input) << size.height;
        ++marks;
      }
    EXPECT_GT(marks, 20u) << size.height;
  }
}

// 128 lines from elements to bins can be followed in a wide picture; in a narrow one those of a warp can.
TEST(Elements, LinesThatCrossAreThoseOfOneWarpWhereThePictureIsNarrow) {
  Shown histogram = emulated("histogram_private", 2048, 128);
  EXPECT_EQ(elements_of(histogram, 2, false, {1300, 240}).lines.size(), 128u);
  EXPECT_EQ(elements_of(histogram, 2, false, {476, 127}).lines.size(), 32u);
  histogram.state.selection = {.step = {}, .warp = 2, .lane = {}, .node = {}};
  const Scene third = elements_of(histogram, 2, false, {476, 127});
  ASSERT_EQ(third.lines.size(), 32u);
  const Pick* its = pick_named(third, "element/0/64");
  ASSERT_TRUE(its);
  EXPECT_NEAR(third.lines.front().x0, its->rect.x + its->rect.w / 2, 1) << "of the warp that is chosen";
  // Lines straight down do not cross.
  EXPECT_GT(elements_of(emulated("vector_add", 1024, 128), 1, false, {314, 127}).lines.size(), 128u);
}

// In a high picture three matrices side by side would leave the lower half empty.
TEST(Elements, TheLastOfThreeMatricesIsBelowWhereThatMakesThemLarger) {
  const Shown shown = emulated("transpose_tiled", 64, 256);
  const auto bottom_and_top = [&](SceneSize size) {
    const Scene scene = elements_of(shown, 2, false, size);
    const Pick* tile = pick_named(scene, "element/1/0");
    const Pick* output = pick_named(scene, "element/2/0");
    return tile && output ? std::pair{tile->rect.y, output->rect.y} : std::pair{0.0f, 0.0f};
  };
  const auto wide = bottom_and_top({1000, 300}), high = bottom_and_top({830, 790});
  EXPECT_EQ(wide.first, wide.second);
  EXPECT_GT(high.second, high.first + 200);
}

/// The columns of the picture that elements of an array take.
std::pair<float, float> columns_of(const Scene& scene, const std::string& array) {
  float from = 1e9f, to = 0;
  for (const Pick& pick : scene.picks)
    if (pick.name.starts_with("element/" + array + "/"))
      from = std::min(from, pick.rect.x), to = std::max(to, pick.rect.right());
  return {from, to};
}

// Two squares in a wide picture left its sides empty, and their lines a narrow gap.
TEST(Elements, WhatTwoMatricesLeaveOfTheWidthIsBetweenThemToo) {
  const Scene scene = elements_of(emulated("transpose_naive", 64, 256), 1, false, {1200, 300});
  const auto input = columns_of(scene, "0"), output = columns_of(scene, "1");
  EXPECT_GT(output.first - input.second, input.first / 2);
  EXPECT_GT(1200 - output.second, input.first / 2);
}

// In a narrow column the gaps took more room than the matrices, and a name was cut although its own matrix is
// small.
TEST(Elements, NarrowColumnsGiveTheirRoomToMatricesAndNamesAreWhole) {
  for (const float width : {300.0f, 360.0f, 430.0f, 900.0f})
    for (const char* kernel : {"transpose_tiled", "transpose_coarsened"}) {
      const Scene scene = elements_of(emulated(kernel, 64, 256), 2, false, {width, 220});
      for (const Text& text : scene.texts) EXPECT_EQ(text.text.find("\u2026"), std::string::npos) << text.text;
      const auto input = columns_of(scene, "0"), tile = columns_of(scene, "1");
      // Low matrices leave less between them than a name needs, which then reaches over to the left.
      for (const Text& text : elements_of(emulated(kernel, 64, 256), 2, false, {width, 100}).texts)
        EXPECT_EQ(text.text.find("\u2026"), std::string::npos) << width << ": " << text.text;
      if (kernel == std::string("transpose_tiled") && width >= 360) {
        EXPECT_LT(tile.first - input.second, 0.7f * (input.second - input.first)) << width;
      }
    }
}

// In a low picture the grid of a merge took half of the width, and what begins at its corner lay over "t0".
TEST(Elements, TheGridOfAMergeTakesTheWidthAlsoWhereItIsLow) {
  const Shown shown = emulated("merge_basic", 64, 32);
  for (const SceneSize size : {SceneSize{1000, 150}, SceneSize{1000, 420}, SceneSize{300, 150}}) {
    const Scene scene = elements_of(shown, steps_of(shown.run), false, size);
    float right = 0;
    for (const Line& line : scene.lines) right = std::max({right, line.x0, line.x1});
    EXPECT_GT(right, 0.8f * size.width) << size.width << " x " << size.height;
    std::size_t names = 0;
    for (const Text& text : scene.texts) {
      if (!text.text.starts_with("t")) continue;
      ++names;
      for (const Quad& ring : scene.overlays) EXPECT_FALSE(bounds(text).overlaps(ring.rect)) << text.text;
    }
    EXPECT_GT(names, 3u);
  }
}

TEST(Elements, BinsGoStraightDownToTheOutput) {
  Shown shown = emulated("histogram_private", 1024, 128);
  shown.state.position = steps_of(shown.run);
  const Scene scene = picture(*find_view("elements"), shown, {}, {620, 240});
  const Pick *bin = pick_named(scene, "element/1/63"), *counted = pick_named(scene, "element/2/63");
  ASSERT_TRUE(bin && counted);
  EXPECT_FLOAT_EQ(bin->rect.x, counted->rect.x);
}

TEST(Elements, SayWhatIsWrittenFromRegisters) {
  const auto says_so = [](Shown shown, std::uint32_t position) {
    shown.state.position = position;
    const Scene scene = picture(*find_view("elements"), shown, {}, {900, 330});
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [](const Text& text) { return text.text == "from registers: loaded before"; });
  };
  const Shown coarsened = emulated("stencil_coarsened", 32, 4, 4);
  EXPECT_FALSE(says_so(coarsened, 1)) << "that is loading";
  EXPECT_TRUE(says_so(coarsened, 2));
  EXPECT_FALSE(says_so(emulated("stencil_basic", 32, 4), 1)) << "lines lead from what is read in the same step";
  EXPECT_FALSE(says_so(emulated("histogram_private", 1024, 128), 1)) << "bins begin at 0, which nobody loaded";
}

TEST(Elements, SayWhoOwnsThem) {
  // 4 threads with 4 elements each: neighbours, or every fourth.
  for (const auto& [kernel, lane] :
       {std::pair{"histogram_contiguous", 1u}, std::pair{"histogram_interleaved", 2u}}) {
    Shown shown = emulated(kernel, 32, 4, 4);
    const Scene scene = elements_of(shown, 0);
    const Pick* pick = pick_named(scene, "element/0/6");
    ASSERT_TRUE(pick);
    EXPECT_EQ(pick->focus.lane, lane) << kernel;
    EXPECT_NE(pick->tip.find("thread " + std::to_string(lane)), std::string::npos) << pick->tip;
  }
}

/// At any size there is a picture with a bounded number of shapes.
TEST(Elements, KeepToTheirPixels) {
  for (const char* kernel : {"vector_add", "scan_coarsened", "stencil_coarsened", "merge_coarsened"}) {
    const Shown shown = emulated(kernel, 1 << 20, 512, 16);
    for (const SceneSize size : {SceneSize{320, 120, 1}, SceneSize{1000, 420, 1}}) {
      const Scene scene = elements_of(shown, steps_of(shown.run) / 2, true, size);
      EXPECT_GT(scene.overlays.size(), 20u) << kernel;
      EXPECT_LE(scene.overlays.size(), 4 * static_cast<std::size_t>(size.width)) << kernel;
      EXPECT_LE(scene.moving_quads.size(), 400u) << kernel;
    }
  }
}

TEST(Elements, AnEmptyLaunchSaysSo) {
  const Shown shown = emulated("vector_add", 0, 64);
  EXPECT_TRUE(elements_of(shown, 0).overlays.empty());
  EXPECT_FALSE(elements_of(shown, 0).texts.empty());
}

// What a pass of a radix sort orders keys by.
TEST(Elements, OfASortShowDigitsBelowKeys) {
  for (const auto& [kernel, digit] : {std::pair{"radix_sort_bit", "1"}, {"radix_sort_digit", "0010"}}) {
    RunRequest request = testing::usual_request(kernel, 16, 16);
    request.input = {InputKind::uniform, "", 932};  // 18 is among the keys
    request.launch = 3;
    Shown sort = emulated(request);
    const Scene scene = elements_of(sort, steps_of(sort.run), false, {700, 300, 1});
    const auto count = [&](const std::string& words) {
      return std::count_if(scene.texts.begin(), scene.texts.end(),
                           [&](const Text& text) { return text.text == words; });
    };
    EXPECT_EQ(count("18"), 2 * 3) << "three of the keys, before and after";
    EXPECT_GE(count(digit), 2 * 3);
  }
}

}  // namespace
}  // namespace lanescope::testing
