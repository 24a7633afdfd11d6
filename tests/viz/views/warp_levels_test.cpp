// Folded warps, and the levels of the warp activity view.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support.h"
#include "viz/views/activity/activity_plot.h"
#include "viz/views/activity/warp_histories.h"

namespace lanescope::testing {
namespace {

TEST(FoldedWarps, AreAFewWithTheirCounts) {
  const Shown shown = emulated("convergent_shared", 1 << 18, 1024);  // 128 blocks of 32 warps
  const FoldedGrid folded = fold_warps(*shown.run.trace);
  EXPECT_EQ(folded.total, 4096u);
  ASSERT_EQ(folded.warps.size(),
            6u);  // those that retire after 2, 3, 4, 5 and 6 steps, and the first of each block
  std::vector<std::uint64_t> counts;
  for (const auto& warp : folded.warps) counts.push_back(warp.count);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{128, 128, 256, 512, 1024, 2048}));
  EXPECT_EQ(folded.warps[2].warp, 2u);
}

// Lanes have whole pixels, so up to a pixel each is left over: the efficiency's bars take it, and no column of
// counts comes to stand over lanes, or over those without a thread.
TEST(WarpActivity, LeavesNoRoomBetweenLanesAndCounts) {
  for (const unsigned threads : {8u, 16u, 64u, 256u})
    for (const float width : {800.0f, 1250.0f, 1714.0f, 2150.0f}) {
      const Shown shown = emulated("coarsened", 1 << 20, threads, 4);
      const Scene scene = activity_scene(shown, {width, 280});
      const auto head = std::find_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
        return text.text == "active" && text.align == Align::right;
      });
      ASSERT_NE(head, scene.texts.end()) << width;
      const MaskGrid& grid = scene.mask_grids.front();
      float right = grid.rect.right();
      for (const Text& text : scene.texts)
        if (text.text == "no thread") right = bounds(text).right();
      EXPECT_GE(bounds(*head).x, right) << threads << " in " << width;
      if (threads == 256) {
        EXPECT_LE(bounds(*head).x - right, 40) << width;
      }
    }
}

TEST(FoldedWarps, StandForTheMasksOfAllTheirWarps) {
  const Shown shown = emulated("single_pass_last_block", 100000, 128);
  const Trace& trace = *shown.run.trace;
  const FoldedGrid folded = fold_warps(trace);
  const unsigned warps = trace.warps_per_block();
  std::uint64_t total = 0;
  for (const auto& warp : folded.warps) total += warp.count;
  EXPECT_EQ(total, folded.total);
  for (std::uint32_t index = 0; index < trace.histories.size(); ++index)
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const WarpHistory& same = folded.warps[folded.place[index * warps + warp]];
      const History &a = trace.histories[index], &b = trace.histories[same.history];
      ASSERT_EQ(a.steps(), b.steps());
      for (std::size_t step = 0; step < a.steps(); ++step)
        EXPECT_EQ(a.masks[step * warps + warp], b.masks[step * warps + same.warp]);
    }
  EXPECT_EQ(trace.histories[folded.longest].steps(), trace.history(trace.launch.grid_dim - 1).steps())
      << "the last block does more";
}

TEST(ActivityCounts, OfABlockAreItsMetrics) {
  for (const unsigned block_dim : {8u, 256u}) {
    Shown shown = emulated("interleaved_shared", 1 << 14, block_dim);
    const ActivityPlot plot = activity_plot(shown.run, shown.state);
    const auto& steps = shown.run.metrics.block.steps;
    ASSERT_EQ(plot.counts.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(plot.counts[i].active_threads, steps[i].active_threads);
      EXPECT_EQ(plot.counts[i].active_warps, steps[i].active_warps);
      EXPECT_EQ(plot.counts[i].divergent_warps, steps[i].divergent_warps);
      EXPECT_DOUBLE_EQ(plot.counts[i].simd_efficiency, steps[i].simd_efficiency);
    }
  }
}

// A bar that began between two pixels would leave a paler line at its edge.
TEST(ActivityCounts, BarsOfThinRowsTouchAtWholePixels) {
  Shown shown = emulated("coarsened", 1 << 15, 256, 64);
  shown.state.position = steps_of(shown.run);
  for (const float height : {231.0f, 270.0f, 340.0f}) {
    const Scene scene = activity_scene(shown, {560, height});
    float bottom = 0;
    std::size_t bars = 0;
    for (const Quad& quad : scene.quads) {
      if (quad.color != palette(Theme::dark).retired) continue;  // behind each bar
      EXPECT_EQ(quad.rect.y, std::round(quad.rect.y));
      EXPECT_EQ(quad.rect.bottom(), std::round(quad.rect.bottom()));
      if (bars++ > 0) {
        EXPECT_EQ(quad.rect.y, bottom);
      }
      bottom = quad.rect.bottom();
    }
    EXPECT_GE(bars, 100u) << height;
  }
}

TEST(ActivityCounts, OfTheGridAreItsTotals) {
  Shown shown = emulated("convergent_shared", 100000, 128);
  shown.state.activity = ActivityLevel::grid;
  const ActivityPlot plot = activity_plot(shown.run, shown.state);
  std::uint64_t threads = 0, divergent = 0;
  for (std::size_t step = 0; step < plot.counts.size(); ++step) {
    if (!is_step(shown.run.metrics.block.steps[step].phase)) continue;
    threads += plot.counts[step].active_threads;
    divergent += plot.counts[step].divergent_warps;
  }
  EXPECT_EQ(threads, shown.run.metrics.totals.combine_ops);
  EXPECT_EQ(divergent, shown.run.metrics.totals.divergent_branches);
}

TEST(ActivityLevels, AreChosenInThePicture) {
  const Shown shown = emulated("convergent_shared", 1 << 14, 256);
  for (const SceneSize size : {SceneSize{1000, 300}, SceneSize{236, 160}}) {
    const Scene scene = activity_scene(shown, size);
    unsigned found = 0;
    for (const Pick& pick : scene.picks)
      for (const Command& command : pick.clicks)
        if (const auto* level = std::get_if<SetActivityLevel>(&command)) {
          EXPECT_EQ(pick.name, "level/" + std::string(kActivityLevelNames[static_cast<int>(level->level)]));
          ++found;
        }
    EXPECT_EQ(found, 4u);
  }
}

TEST(ActivityLevels, OneWarpIsTheSelectedOne) {
  Shown shown = emulated("interleaved_shared", 1 << 14, 256);
  shown.state.activity = ActivityLevel::warp;
  shown.state.selection.warp = 5;
  const Scene scene = activity_scene(shown, {1000, 300});
  ASSERT_EQ(scene.mask_grids.size(), 1u);
  const MaskGrid& grid = scene.mask_grids[0];
  EXPECT_EQ(grid.warps, 1u);
  for (std::uint32_t step = 0; step < grid.steps; ++step) {
    EXPECT_EQ(grid.masks[step], shown.run.trace->history(0).masks[step * 8 + 5]);
    const Rect cell = grid.lane_cell(step, 0, 9);
    EXPECT_EQ(pick(scene, cell.x + 2, cell.y + 2), (Focus{.step = step, .warp = 5, .lane = 9, .node = {}}));
  }
}

TEST(ActivityLevels, HeatHasACellForEveryWarpAndStep) {
  Shown shown = emulated("interleaved_shared", 1 << 14, 256);
  shown.state.activity = ActivityLevel::heat;
  const Scene scene = activity_scene(shown, {1000, 300});
  EXPECT_TRUE(scene.mask_grids.empty());
  std::size_t cells = 0;
  for (const Pick& pick : scene.picks) cells += pick.focus.step && pick.focus.warp;
  EXPECT_EQ(cells, 8u * steps_of(shown.run));
  const Palette& colors = palette(Theme::dark);
  EXPECT_EQ(heat_color(colors, 31, 32), colors.divergent_active);
  EXPECT_NE(heat_color(colors, 1, 32), heat_color(colors, 16, 32));
}

TEST(ActivityLevels, AColumnOfTheGridLeadsToItsWarp) {
  Shown shown = emulated("single_pass_last_block", 100000, 128);
  shown.state.activity = ActivityLevel::grid;
  const Scene scene = activity_scene(shown, {1000, 300});
  const FoldedGrid folded = fold_warps(*shown.run.trace);
  std::size_t columns = 0;
  for (const Pick& pick : scene.picks) {
    if (pick.name.rfind("history/", 0) != 0) continue;
    const WarpHistory& warp = folded.warps[columns++];
    ASSERT_TRUE(pick.chooses);
    EXPECT_EQ(std::get<SetActivityLevel>(pick.clicks.back()).level, ActivityLevel::warp);
    if (pick.clicks.size() == 1) continue;  // the block in view has such a warp
    EXPECT_EQ(std::get<SetBlock>(pick.clicks.front()).block, warp.block);
    EXPECT_EQ(pick.chooses->warp, warp.warp);
  }
  EXPECT_EQ(columns, folded.warps.size());
}

TEST(ActivityLevels, LanesWithoutAThreadAreOutlinedBehindTheOthers) {
  for (const ActivityLevel level :
       {ActivityLevel::block, ActivityLevel::warp, ActivityLevel::grid, ActivityLevel::heat})
    for (const unsigned block_dim : {1u, 16u, 32u}) {
      Shown shown = emulated("interleaved_shared", 64, block_dim);
      shown.state.activity = level;
      const Scene scene = activity_scene(shown, {1000, 300});
      const ActivityPlot plot = activity_plot(shown.run, shown.state);
      std::size_t found = 0;
      for (const Pick& pick : scene.picks) {
        if (pick.name != "idle_lanes") continue;
        ++found;
        EXPECT_LE(pick.rect.right(), 1000);
        // A line at each side of each lane.
        std::size_t lines = 0;
        for (const Quad& quad : scene.quads)
          lines += quad.rect.w <= 2 && quad.rect.h == pick.rect.h && quad.rect.x >= pick.rect.x;
        EXPECT_GE(lines, 33 - block_dim);
        for (const MaskGrid& grid : scene.mask_grids) {
          const Rect last = grid.lane_cell(0, 0, grid.lanes - 1);
          EXPECT_GE(pick.rect.x, last.right());
          EXPECT_EQ(pick.rect.h, grid.rect.h);
        }
      }
      EXPECT_EQ(found, block_dim < kWarpSize ? (level == ActivityLevel::grid ? plot.grid.warps : 1u) : 0u)
          << block_dim;
    }
}

// "lane 0 16 24" would look as if there were no lane 8.
TEST(WarpActivity, NumbersItsColumnsWithoutAHole) {
  for (const char* kernel : {"segmented", "convergent_shared"})
    for (const ActivityLevel level : {ActivityLevel::block, ActivityLevel::warp})
      for (float width = 180; width < 1000; width += 20) {
        Shown shown = emulated(kernel, 1 << 14, 256);
        shown.state.activity = level;
        const std::string first = level == ActivityLevel::warp ? "lane 0" : "warp 0";
        const Scene scene = activity_scene(shown, {width, 240, 1});
        const auto begin = std::find_if(scene.texts.begin(), scene.texts.end(),
                                        [&](const Text& text) { return text.text == first; });
        ASSERT_NE(begin, scene.texts.end());
        std::vector<int> numbers{0};
        for (auto text = begin + 1; text != scene.texts.end() && text->y == begin->y; ++text)
          if (text->text.find_first_not_of("0123456789") == std::string::npos)
            numbers.push_back(std::stoi(text->text));
        for (std::size_t i = 2; i < numbers.size(); ++i)
          EXPECT_EQ(numbers[i] - numbers[i - 1], numbers[1]) << kernel << ' ' << width;
      }
}

bool legend_names(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) { return text.text == words; });
}

// A student looks for what a legend names: it names what is somewhere in the run, and no more.
TEST(Legends, NameWhatTheRunHas) {
  const Shown full = emulated("convergent_shared", 1 << 12, 32),
              halves = emulated("interleaved_shared", 1 << 12, 64);
  const Shown alone = emulated("vector_add", 1 << 12, 256);
  const SceneSize size{1200, 300, 1};
  EXPECT_TRUE(legend_names(tree_scene(halves, size), "divergent warp"));
  EXPECT_TRUE(legend_names(activity_scene(full, size), "masked off")) << "its last warp diverges";
  EXPECT_FALSE(legend_names(activity_scene(full, size), "no lane works")) << "its only warp works to the end";
  const Scene warps = activity_scene(alone, size), elements = picture(*find_view("elements"), alone, {}, size);
  EXPECT_TRUE(legend_names(warps, "active"));
  for (const char* words : {"active, warp diverges", "masked off", "no lane works"})
    EXPECT_FALSE(legend_names(warps, words)) << words;
  EXPECT_FALSE(legend_names(activity_scene(alone, {230, 200, 1}), "active")) << "one kind alone has no line";
  EXPECT_FALSE(legend_names(activity_scene(alone, {330, 200, 1}), "active")) << "nor beside less of the subtitle";
  EXPECT_TRUE(legend_names(elements, "now, no lane waits"));
  EXPECT_FALSE(legend_names(elements, "now, divergent warp"));
}

TEST(Legends, OfVariantsBesideEachOtherAreAlike) {
  const auto run_of_kernel = [](const char* kernel, unsigned block_dim) -> std::shared_ptr<const lanescope::Run> {
    return std::make_shared<lanescope::Run>(emulated(kernel, 1 << 12, block_dim).run);
  };
  const std::vector<std::shared_ptr<const lanescope::Run>> runs{run_of_kernel("interleaved_shared", 64),
                                                                run_of_kernel("vector_add", 256)};
  const VariantView state;
  const Scene beside = find_view("activity")->build({*runs[1], state, {1200, 300, 1}, runs, {}});
  EXPECT_TRUE(legend_names(beside, "masked off"));
}

}  // namespace
}  // namespace lanescope::testing
