// The grid: segments, the queue at the output, partial sums, and blocks over steps.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"

namespace lanescope::testing {
namespace {

using Runs = std::vector<std::shared_ptr<const lanescope::Run>>;

Scene grid_of(const Runs& runs, std::size_t variant, const VariantView& state, SceneSize size = {1200, 560}) {
  const std::vector<TimingRow> timings;
  return find_view("grid")->build(
      {*runs[variant], state, size, runs, timings, nothing_measured(), surroundings_here()});
}

Scene grid_of(const Shown& shown, SceneSize size = {1200, 560}) {
  return grid_of({std::make_shared<const lanescope::Run>(shown.run)}, 0, shown.state, size);
}

bool grid_says(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

TEST(GridView, says_where_each_segment_starts) {
  const Scene scene = grid_of(emulated("segmented", 8192 + 5, 1024));
  for (const char* start : {"from 0", "from 2,048", "from 4,096", "from 6,144", "from 8,192"})
    EXPECT_TRUE(grid_says(scene, start));
  ASSERT_TRUE(pick_named(scene, "block/4"));
  EXPECT_NE(pick_named(scene, "block/4")->tip.find("It is ragged: 5 of 2,048 elements"), std::string::npos);
}

TEST(GridView, says_where_any_segment_starts_over_blocks_that_are_left_out) {
  const Scene scene = grid_of(emulated("segmented", 1 << 20, 256), {616, 420});
  EXPECT_TRUE(grid_says(scene, "block b"));
  EXPECT_TRUE(grid_says(scene, "from 512·b"));
  EXPECT_FALSE(grid_says(grid_of(emulated("segmented", 2048, 256), {1200, 560}), "·b")) << "all are there";
  EXPECT_FALSE(grid_says(grid_of(emulated("atomic_per_thread", 1 << 20, 256, 1, 128), {616, 420}), "·b"))
      << "no block has one segment";
}

TEST(GridView, the_name_of_a_single_block_s_output_and_what_it_would_be_do_not_meet) {
  for (const SceneSize size : {SceneSize{476, 160}, SceneSize{628, 450}, SceneSize{1200, 560}}) {
    const Scene scene = grid_of(emulated("coarsened", 32, 8, 2), size);
    const Pick* unset = pick_named(scene, "output_not_set");
    if (!unset) continue;
    for (const Text& text : scene.texts)
      if (text.text.starts_with("output")) {
        EXPECT_LE(bounds(text).bottom(), unset->rect.y) << size.width;
      }
  }
}

// "1.639e+…" is no number, and "launch 2: 1 block of 1,024…" no sentence.
TEST(GridView, cuts_no_partial_sum_and_no_sentence) {
  for (const char* kernel : {"two_pass_blocked", "two_pass_interleaved", "single_pass_last_block"})
    for (const float width : {170.0f, 200.0f, 260.0f, 400.0f, 700.0f}) {
      const Scene scene = grid_of(emulated(kernel, 1 << 20, 256, 1, 32), {width, 300});
      for (const Text& text : scene.texts) {
        EXPECT_FALSE(text.text.size() > 3 && text.text.ends_with("…")) << text.text << " in " << width;
      }
    }
}

TEST(GridView, counts_the_queue_and_those_that_it_is_not) {
  const Scene scene = grid_of(emulated("segmented", 1 << 16, 256));
  EXPECT_TRUE(grid_says(scene, "128 atomic updates of one address, one after another: one a block"));
  EXPECT_TRUE(grid_says(scene, "one a thread would be 32,768 · one an element would be 65,536"));
  EXPECT_TRUE(grid_says(grid_of(emulated("atomic_per_element", 4096, 256)), "one an element"));
  EXPECT_TRUE(grid_says(grid_of(emulated("atomic_per_thread", 4096, 64, 1, 4)), "256 atomic updates"));
}

TEST(GridView, shows_the_output_before_and_after_and_what_it_would_be_had_nobody_set_it) {
  Shown shown = emulated("segmented", 64, 8);
  shown.state.position = 0;
  const auto has = [](const Scene& scene, const std::string& words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const Text& text) { return text.text == words; });
  };
  Scene scene = grid_of(shown);
  EXPECT_TRUE(has(scene, "0")) << "it is set before the launch";
  EXPECT_TRUE(has(scene, "7"));
  EXPECT_TRUE(has(scene, "7 + sum")) << "no empty box";
  EXPECT_FALSE(has(scene, "7 too much")) << "nothing was added yet";
  shown.state.position = static_cast<std::uint32_t>(shown.run.trace->history(0).steps());
  shown.run.result->value = 30;
  scene = grid_of(shown);
  EXPECT_TRUE(has(scene, "30"));
  EXPECT_TRUE(has(scene, "37")) << "an old 7 stays in the sum";
  EXPECT_TRUE(has(scene, "7 too much"));
  EXPECT_TRUE(pick_named(scene, "output_not_set"));
  EXPECT_FALSE(pick_named(grid_of(emulated("two_pass_blocked", 4096, 64, 1, 4)), "output_not_set"))
      << "it stores, and adds to nothing";
}

TEST(GridView, groups_the_digits_of_what_the_output_holds) {
  Shown shown = emulated("segmented", 1 << 16, 256);
  shown.state.position = steps_of(shown.run);
  const Scene scene = picture(*find_view("grid"), shown, {}, {1200, 400});
  EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(),
                          [](const Text& text) { return text.text.starts_with("32,755"); }));
}

TEST(GridView, has_one_scale_for_the_queues_of_variants_that_do_the_same_work) {
  const Shown element = emulated("atomic_per_element", 4096, 256), block = emulated("segmented", 4096, 256);
  const Runs runs{std::make_shared<const lanescope::Run>(element.run),
                  std::make_shared<const lanescope::Run>(block.run)};
  const Scene storm = grid_of(runs, 0, {}), few = grid_of(runs, 1, {});
  EXPECT_GT(pick_named(storm, "queue")->rect.w, 20 * pick_named(few, "queue")->rect.w);
}

TEST(GridView, places_blocks_one_after_another_on_the_toy) {
  const Shown two = emulated("segmented", 32, 8), one = emulated("coarsened", 32, 8, 2);
  const Runs runs{std::make_shared<const lanescope::Run>(two.run), std::make_shared<const lanescope::Run>(one.run)};
  const Scene serialised = grid_of(runs, 0, {}), coarsened = grid_of(runs, 1, {});
  EXPECT_TRUE(grid_says(serialised, "8 steps: 2 blocks one after another"));
  EXPECT_TRUE(grid_says(coarsened, "6 steps of one block"));
  VariantView state;
  state.placement_gpu = "toy_2_sms";
  EXPECT_TRUE(grid_says(grid_of(runs, 0, state), "4 steps: all 2 blocks at once"));
}

// Where the end of the axis is said above it, numbers of steps stand there.
TEST(GridView, numbers_its_axis_beside_an_end_that_is_said_above) {
  const Shown fine = emulated("interleaved_shared", 1 << 20, 256), coarse = emulated("coarsened", 1 << 20, 256, 4);
  const Runs runs{std::make_shared<const lanescope::Run>(fine.run),
                  std::make_shared<const lanescope::Run>(coarse.run)};
  EXPECT_TRUE(grid_says(grid_of(runs, 1, {}), "7,680 steps"));
  const Scene narrow = grid_of(runs, 1, {}, {636, 238});
  for (const char* steps : {"0", "5,000", "10,000"}) EXPECT_TRUE(grid_says(narrow, steps)) << steps;
}

// 2,048 blocks on one lane are one area: where there is room, the first of them are seen.
TEST(GridView, shows_the_first_blocks_where_none_is_seen_among_all) {
  const Shown shown = emulated("segmented", 1 << 20, 256);
  const Scene wide = grid_of(shown, {2150, 400});
  EXPECT_TRUE(grid_says(wide, "the first 4 blocks, larger"));
  EXPECT_TRUE(grid_says(wide, "36")) << "steps of four blocks";
  for (const Text& text : wide.texts) EXPECT_LE(bounds(text).bottom(), wide.height) << text.text;
  EXPECT_FALSE(grid_says(grid_of(emulated("segmented", 4096, 256), {2150, 400}), "larger"));
  EXPECT_FALSE(grid_says(grid_of(shown, {1200, 240}), "larger"));
}

// Numbers of blocks stand in all bars or in none, not here and there where one is narrow.
TEST(GridView, numbers_all_bars_or_none) {
  VariantView state;
  state.placement_gpu = "toy_2_sms";
  const Shown shown = emulated("two_pass_shared_tree", 1 << 20, 256, 1, 64);
  const Runs runs{std::make_shared<const lanescope::Run>(shown.run)};
  for (float width = 1200; width < 2600; width += 100) {
    const Scene scene = grid_of(runs, 0, state, {width, 400});
    const auto says = [&](const char* words) {
      return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
        return (text.text == words || text.text == std::string("block ") + words) && text.face == FontFace::sans &&
               text.x > width / 2;
      });
    };
    EXPECT_EQ(says("11"), says("60")) << width;
  }
}

TEST(GridView, leaves_the_gpu_to_the_user) {
  const Scene scene = grid_of(emulated("segmented", 1 << 16, 256), {1600, 560});
  const Pick* chip = pick_named(scene, "placement/NVIDIA T4");
  ASSERT_TRUE(chip);
  ViewState view;
  for (const Command& command : chip->clicks) view = apply(view, command);
  EXPECT_EQ(view.placement_gpu, "NVIDIA T4");
}

TEST(GridView, leads_from_partial_sums_to_the_launch_that_adds_them) {
  const Scene scene = grid_of(emulated("two_pass_shared_tree", 4096, 64, 1, 8));
  EXPECT_TRUE(grid_says(scene, "launch 2 of 2: 1 block of 64 threads for 8 partial sums"));
  ASSERT_TRUE(pick_named(scene, "stage"));
  ViewState view;
  for (const Command& command : pick_named(scene, "stage")->clicks) view = apply(view, command);
  EXPECT_EQ(view.variants.launch, 2u);
  EXPECT_TRUE(grid_says(grid_of(emulated("single_pass_last_block", 4096, 64, 1, 8)), "the last block to finish"));
}

/// Where threads of the first block work in its step, in shares of its width.
std::vector<float> lit(const char* kernel, std::size_t step) {
  const Scene scene = grid_of(emulated(kernel, 16, 8), {600, 400});
  const Rect block = pick_named(scene, "block/0")->rect;
  std::vector<std::pair<float, float>> found;
  for (const Quad& quad : scene.quads)
    if (quad.color == palette(Theme::dark).active && quad.rect.y >= block.y && quad.rect.right() <= block.right())
      found.emplace_back(quad.rect.y, quad.rect.x);
  std::sort(found.begin(), found.end());
  std::vector<float> rows, columns;
  for (const auto& [y, x] : found)
    if (rows.empty() || y != rows.back()) rows.push_back(y);
  if (step >= rows.size()) return {};
  for (const auto& [y, x] : found)
    if (y == rows[step]) columns.push_back(x - found.front().second);
  return columns;
}

TEST(GridView, lights_threads_where_they_are) {
  // 8 threads: with stride 2 every other one works, in the end only the first.
  const auto interleaved = lit("interleaved_shared", 1);
  ASSERT_EQ(interleaved.size(), 4u);
  EXPECT_EQ(interleaved[0], 0);
  EXPECT_GT(interleaved[1], 0);
  for (const std::size_t step : {0u, 1u, 2u, 3u}) {
    const auto convergent = lit("convergent_shared", step);
    ASSERT_EQ(convergent.size(), 1u) << "side by side, so in one piece";
    EXPECT_EQ(convergent[0], 0) << "the first ones";
  }
}

TEST(GridView, a_click_on_a_block_looks_into_it) {
  const Scene scene = grid_of(emulated("segmented", 4096, 64));
  ASSERT_TRUE(pick_named(scene, "block/31"));
  ViewState view = apply({}, SetKernel{"segmented"});
  view = apply(apply(view, SetN{4096}), SetBlockDim{64});
  for (const Command& command : pick_named(scene, "block/31")->clicks) view = apply(view, command);
  EXPECT_EQ(view.request().block, 31u);
}

}  // namespace
}  // namespace lanescope::testing
