// The cost clock: bars as long as what was paid, on one scale where blocks do the same work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support.h"
#include "viz/kit/palette.h"

namespace lanescope::testing {
namespace {

using Runs = std::vector<std::shared_ptr<const lanescope::Run>>;

Runs shown_runs(const std::vector<Shown>& shown) {
  Runs runs;
  for (const Shown& one : shown) runs.push_back(std::make_shared<const lanescope::Run>(one.run));
  return runs;
}

Scene clock_scene(const Runs& runs, std::size_t variant, const VariantView& state, SceneSize size) {
  const std::vector<TimingRow> timings;
  return find_view("clock")->build(
      {*runs[variant], state, size, runs, timings, nothing_measured(), surroundings_here()});
}

/// Pixels of the scene's quads of a colour.
double width_of(const Scene& scene, Color color) {
  double width = 0;
  for (const Quad& quad : scene.quads) width += quad.color == color ? static_cast<double>(quad.rect.w) : 0;
  return width;
}

const Pick& bar_of(const Scene& scene) {
  return *std::find_if(scene.picks.begin(), scene.picks.end(),
                       [](const Pick& pick) { return pick.name.starts_with("paid/"); });
}

bool clock_says(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) { return text.text == words; });
}

// The textbook's 4 and 6 steps: a step's number and the grid leave out what the clock counts, too.
TEST(Clock, SaysHowMuchOfItIsNoStep) {
  for (const auto& [shown, steps] :
       {std::pair{emulated("segmented", 32, 8), 4u}, {emulated("coarsened", 32, 8, 2), 6u}}) {
    const Runs runs = shown_runs({shown});
    EXPECT_TRUE(clock_says(clock_scene(runs, 0, {}, {600, 30}), "0 of " + std::to_string(steps + 2) + " paid"));
    const std::string tip = bar_of(clock_scene(runs, 0, {}, {600, 30})).tip;
    EXPECT_NE(tip.find("For loading and for the commit, which are no steps, it pays 2 of them."), std::string::npos)
        << tip;
  }
}

// 127 steps under a few pixels are one part of their colour, so they are not paler than wide ones.
TEST(Clock, StepsOfOneColourAreOnePart) {
  VariantView state;
  state.position = 100;
  const Runs runs = shown_runs({emulated("coarsened", 1 << 15, 256, 64)});
  const Scene scene = clock_scene(runs, 0, state, {300, 30});
  const Color active = palette(Theme::dark).active;
  EXPECT_EQ(
      std::count_if(scene.quads.begin(), scene.quads.end(), [&](const Quad& quad) { return quad.color == active; }),
      1);
  const double share = 8.0 * 100 / static_cast<double>(8 * 128 + 13);
  EXPECT_NEAR(width_of(scene, active) / width_of(scene, palette(Theme::dark).retired), share, 0.01);
}

// Blocks of 512 threads: 112 warp-steps against 37, as tests/engine/block_cost_test.cpp counts them.
class SixteenWarps : public ::testing::Test {
 protected:
  const Runs runs_ =
      shown_runs({emulated("interleaved_global", 1024, 512), emulated("convergent_global", 1024, 512)});
  const Palette& colors_ = palette(Theme::dark);
  VariantView state_;
};

TEST_F(SixteenWarps, HaveOneScale) {
  const double slow = width_of(clock_scene(runs_, 0, state_, {600, 30}), colors_.retired);
  const double quick = width_of(clock_scene(runs_, 1, state_, {600, 30}), colors_.retired);
  EXPECT_NEAR(quick / slow, 37.0 / 112, 0.01);
  EXPECT_TRUE(clock_says(clock_scene(runs_, 0, state_, {600, 30}), "0 of 112 paid"));
  EXPECT_NE(bar_of(clock_scene(runs_, 1, state_, {600, 30})).tip.find("the whole width is 112"), std::string::npos);
}

TEST_F(SixteenWarps, PayAsTheStepsGo) {
  state_.position = 3;  // strides 1, 2, 4: 16 warps each, of which all diverge from the second on
  const Scene scene = clock_scene(runs_, 0, state_, {600, 30});
  EXPECT_TRUE(clock_says(scene, "48 of 112 paid"));
  const double whole = width_of(scene, colors_.retired);
  EXPECT_NEAR(width_of(scene, colors_.active) / whole, 16.0 / 112, 0.01);
  EXPECT_NEAR(width_of(scene, colors_.divergent_active) / whole, 32.0 / 112, 0.01);
  state_.position = 11;
  const Scene done = clock_scene(runs_, 0, state_, {600, 30});
  EXPECT_NEAR(width_of(done, colors_.active) + width_of(done, colors_.divergent_active),
              width_of(done, colors_.retired), 0.1);
}

TEST_F(SixteenWarps, HaveAScaleEachWhereTheyDoOtherWork) {
  const Runs runs = shown_runs({emulated("segmented", 4096, 512), emulated("segmented", 8192, 512)});
  for (const std::size_t variant : {0u, 1u}) {
    const Scene scene = clock_scene(runs, variant, state_, {640, 52});
    EXPECT_NE(bar_of(scene).tip.find("Each bar has a scale by itself"), std::string::npos);
    EXPECT_TRUE(clock_says(scene, "scale of its own"));
  }
  const auto says_so = [&](SceneSize size) {
    const Scene scene = clock_scene(runs, 0, state_, size);
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [](const Text& text) { return text.text.find("own scale") != std::string::npos; });
  };
  for (const float width : {240.0f, 320.0f, 600.0f}) EXPECT_TRUE(says_so({width, 30})) << width;
  EXPECT_TRUE(clock_says(clock_scene(runs_, 0, state_, {600, 52}), "one scale"));
}

// 16 elements in 6 warp-steps, or 32 in 8: the second pays less for each.
TEST(ClockPicture, OfBlocksWithDifferentNumbersOfElementsIsPerElement) {
  const Runs runs = shown_runs({emulated("segmented", 32, 8), emulated("coarsened", 32, 8, 2)});
  VariantView state;
  const Palette& colors = palette(Theme::dark);
  const double fine = width_of(clock_scene(runs, 0, state, {600, 52}), colors.retired);
  const double coarse = width_of(clock_scene(runs, 1, state, {600, 52}), colors.retired);
  EXPECT_NEAR(coarse / fine, (8.0 / 32) / (6.0 / 16), 0.02);
  EXPECT_TRUE(clock_says(clock_scene(runs, 0, state, {600, 52}), "0 of 6 for 16 elements"));
  EXPECT_TRUE(clock_says(clock_scene(runs, 1, state, {600, 52}), "0 of 8 for 32 elements"));
  EXPECT_TRUE(clock_says(clock_scene(runs, 1, state, {640, 52}), "one scale, per element"));
  // Also beside the bars of four columns of the stage, where one that pays more in all may be the shorter one.
  EXPECT_TRUE(clock_says(clock_scene(runs, 1, state, {190, 30}), "/ element"));
  for (const float width : {240.0f, 320.0f})
    EXPECT_TRUE(clock_says(clock_scene(runs, 1, state, {width, 30}), "0.00/element")) << width;
  state.position = 3;
  EXPECT_TRUE(clock_says(clock_scene(runs, 1, state, {240, 30}), "0.09/element")) << "3 of 32 elements";
}

// Of what a block pays nothing for there is no bar, and so no mark of the last step under one.
TEST(ClockPicture, MarksNoStepUnderNothing) {
  Shown shown = emulated("single_pass_last_block", 1 << 16, 256, 1, 64);
  shown.state.position = steps_of(shown.run);
  const auto marks = [&](CostKind kind) {
    shown.state.cost = kind;
    const Scene scene = picture(*find_view("clock"), shown, {}, {600, 30});
    return std::count_if(scene.quads.begin(), scene.quads.end(),
                         [](const Quad& quad) { return quad.color == palette(Theme::dark).text; });
  };
  EXPECT_EQ(marks(CostKind::atomic_updates), 0);
  EXPECT_EQ(marks(CostKind::barriers), 1);
}

// One choice is for all columns; the others say what was chosen, and their bars are as long as the first one's.
TEST_F(SixteenWarps, HaveOneChoiceForAllColumns) {
  VariantView other = state_;
  other.head = Head::none;
  for (const SceneSize size : {SceneSize{304, 30}, {304, 52}, {600, 52}}) {
    const Scene first = clock_scene(runs_, 0, state_, size), second = clock_scene(runs_, 1, other, size);
    const auto chooses = [](const Pick& pick) { return pick.name.starts_with("cost/"); };
    EXPECT_TRUE(std::any_of(first.picks.begin(), first.picks.end(), chooses));
    EXPECT_FALSE(std::any_of(second.picks.begin(), second.picks.end(), chooses));
    EXPECT_TRUE(clock_says(second, "warp-steps")) << size.width;
    EXPECT_FLOAT_EQ(bar_of(first).rect.x, bar_of(second).rect.x) << size.width;
    EXPECT_FLOAT_EQ(bar_of(first).rect.w, bar_of(second).rect.w) << size.width;
  }
}

// In Chinese all choices have room where the number beside them then has none.
TEST_F(SixteenWarps, KeepTheirNumberApartFromTheChoices) {
  const Runs runs = shown_runs({emulated("segmented", 32, 8), emulated("coarsened", 32, 8, 2)});
  for (const Language language : {Language::english, Language::traditional_chinese, Language::simplified_chinese})
    for (const float width : {120.0f, 190.0f, 240.0f, 300.0f, 400.0f})
      for (const auto* shown : {&runs, &runs_}) {
        VariantView state = state_;
        state.language = language;
        const Scene scene = clock_scene(*shown, 0, state, {width, 52});
        for (const Text& one : scene.texts)
          for (const Text& other : scene.texts)
            EXPECT_TRUE(&one == &other || !bounds(one).overlaps(bounds(other))) << one.text << " | " << other.text;
      }
}

TEST_F(SixteenWarps, LeaveTheUnitToTheUser) {
  for (const auto& [size, expected] :
       {std::pair{SceneSize{600, 52}, std::size(kCostKindNames)}, {SceneSize{218, 30}, 1u}}) {
    const Scene scene = clock_scene(runs_, 0, state_, size);
    std::size_t chips = 0;
    for (const Pick& pick : scene.picks) chips += pick.name.starts_with("cost/");
    EXPECT_EQ(chips, expected);
  }
  ViewState view;
  for (const Pick& pick : clock_scene(runs_, 0, state_, {600, 52}).picks)
    if (pick.name == "cost/global_sectors")
      for (const Command& command : pick.clicks) view = apply(view, command);
  EXPECT_EQ(view.cost, CostKind::global_sectors);
  state_.cost = view.cost;
  EXPECT_EQ(bar_of(clock_scene(runs_, 0, state_, {600, 30})).name, "paid/global_sectors");
}

TEST(ClockPicture, KeepsItsTextsApartAtEverySize) {
  Runs runs = shown_runs({emulated("coarsened", 1 << 18, 1024, 64), emulated("sequential", 1 << 10, 1)});
  for (const Language language : {Language::english, Language::traditional_chinese, Language::simplified_chinese})
    for (const SceneSize size : {SceneSize{150, 30}, SceneSize{218, 30}, SceneSize{476, 30}, SceneSize{640, 52},
                                 SceneSize{1200, 52}, SceneSize{900, 300}})
      for (const std::size_t variant : {0u, 1u}) {
        VariantView state;
        state.language = language;
        state.position = 40;
        const Scene scene = clock_scene(runs, variant, state, size);
        for (std::size_t i = 0; i < scene.texts.size(); ++i) {
          const Rect a = bounds(scene.texts[i]);
          EXPECT_TRUE(a.x >= 0 && a.right() <= scene.width && a.y >= 0 && a.bottom() <= scene.height)
              << scene.texts[i].text << " at " << size.width;
          for (std::size_t k = 0; k < i; ++k) {
            const Rect b = bounds(scene.texts[k]);
            const bool apart =
                a.x + 0.5f >= b.right() || b.x + 0.5f >= a.right() || a.y >= b.bottom() || b.y >= a.bottom();
            EXPECT_TRUE(apart) << scene.texts[i].text << " and " << scene.texts[k].text << " at " << size.width;
          }
        }
        for (const Quad& quad : scene.quads) EXPECT_TRUE(std::isfinite(quad.rect.x + quad.rect.w));
      }
  set_language(Language::english);
}

}  // namespace
}  // namespace lanescope::testing
