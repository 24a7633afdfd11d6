// The comparison: what is marked as the least, among whom, and which row comes first.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compare_support.h"
#include "engine/analysis/metrics.h"
#include "viz/model/presets.h"
#include "viz/views/shared/same_work.h"

namespace lanescope::testing {
namespace {

// Beside a long first column, names reach over the ratios: nothing that must be read is cut where there is space.
TEST(Comparison, CutsNoNameOfAKernel) {
  std::vector<RunRequest> requests = find_preset("two_pass")->variants.requests;
  for (RunRequest& request : requests) request.n = 1 << 12;
  const Runs runs = runs_of(requests);
  const VariantView state;
  const std::vector<TimingRow> timings;
  const Scene scene =
      find_view("comparison")
          ->build({*runs[0], state, {960, 154, 1}, runs, timings, nothing_measured(), surroundings_here()});
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::string head = letter_of(i) + " " + std::string(requests[i].kernel);
    EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
      return text.text == head;
    })) << head;
  }
}

TEST(Comparison, OfOneLaunchOffersAnother) {
  const std::vector<TimingRow> timings;
  for (const std::size_t count : {1u, 2u}) {
    std::vector<RunRequest> requests{launch("segmented", 1 << 12, 64, 1), launch("coarsened", 1 << 12, 64, 4)};
    requests.resize(count);
    const Runs runs = runs_of(requests);
    const Scene scene =
        find_view("comparison")
            ->build(
                {*runs[0], VariantView{}, {960, 300, 1}, runs, timings, nothing_measured(), surroundings_here()});
    EXPECT_EQ(pick_named(scene, "set_beside") != nullptr, count == 1);
  }
}

TEST(Comparison, of_the_coarsening_figure_is_8_steps_against_6_and_6_barriers_against_3) {
  const NumberTable table = compared_table(runs_of(find_preset("coarsening_figure")->variants.requests));
  const struct {
    const char* name;
    const char* fine;
    const char* coarse;
  } kFigure[] = {{"steps of all blocks", "8", "6"}, {"under-utilized steps", "6", "3"}, {"barriers", "6", "3"}};
  for (std::size_t i = 0; i < std::size(kFigure); ++i) {
    const TableRow* row = row_of(table, kFigure[i].name);
    ASSERT_TRUE(row) << kFigure[i].name;
    EXPECT_EQ(row, &table.rows[i]) << "what the preset is about comes first";
    EXPECT_EQ(value_of(*row, 0), kFigure[i].fine);
    EXPECT_EQ(value_of(*row, 1), kFigure[i].coarse);
    EXPECT_FALSE(is_praised(*row, 0));
    EXPECT_EQ(mark_of(*row, 1), "least");
  }
  EXPECT_EQ(value_of(*row_of(table, "steps of one block"), 0), "4");
}

TEST(Comparison, marks_nothing_of_what_a_single_block_does) {
  const NumberTable table =
      compared_table(runs_of({launch("coarsened", 1 << 14, 64, 1), launch("coarsened", 1 << 14, 64, 16)}));
  for (const char* name : {"steps of one block", "under-utilized steps of one block", "barriers of one block",
                           "divergent warp-steps of one block", "blocks"}) {
    const TableRow* row = row_of(table, name);
    ASSERT_TRUE(row) << name;
    EXPECT_FALSE(is_praised(*row, 0) || is_praised(*row, 1)) << name;
    EXPECT_EQ(mark_of(*row, 0) + mark_of(*row, 1), "") << name;
  }
  EXPECT_EQ(mark_of(*row_of(table, "steps of all blocks"), 1), "least") << "the whole grid is the same work";
}

TEST(Comparison, a_kernel_without_a_tree_does_not_win_by_having_none) {
  const NumberTable table =
      compared_table(runs_of({launch("atomic_per_element", 1 << 14, 256), launch("atomic_per_thread", 1 << 14, 256),
                              launch("segmented", 1 << 14, 256), launch("coarsened", 1 << 14, 256, 4)}));
  for (const char* name :
       {"steps of all blocks", "under-utilized steps", "barriers", "divergent warp-steps", "shared wavefronts"}) {
    const TableRow* row = row_of(table, name);
    ASSERT_TRUE(row) << name;
    for (const std::size_t atomics : {0, 1}) {
      EXPECT_FALSE(is_praised(*row, atomics)) << name;
      EXPECT_EQ(mark_of(*row, atomics), "without a tree") << name;
    }
    EXPECT_EQ(mark_of(*row, 3), "least") << name;
  }
  const TableRow* requests = row_of(table, "atomic requests");
  ASSERT_TRUE(requests);
  for (std::size_t variant = 0; variant < 4; ++variant) EXPECT_FALSE(is_praised(*requests, variant));
}

TEST(Comparison, marks_the_least_among_those_that_do_the_same_work) {
  const NumberTable table =
      compared_table(runs_of({launch("segmented", 1 << 12, 64), launch("coarsened", 1 << 12, 64, 4),
                              launch("segmented", 1 << 14, 64), launch("coarsened", 1 << 14, 64, 4)}));
  const TableRow* barriers = row_of(table, "barriers");
  ASSERT_TRUE(barriers);
  EXPECT_EQ(mark_of(*barriers, 1), "least");
  EXPECT_EQ(mark_of(*barriers, 3), "least") << "of its own N";
  EXPECT_FALSE(is_praised(*barriers, 0) || is_praised(*barriers, 2));
}

TEST(Comparison, marks_no_least_where_one_of_two_is_wrong) {
  Runs runs = runs_of({launch("segmented", 1 << 12, 64), launch("coarsened", 1 << 12, 64, 4)});
  lanescope::Run wrong = *runs[1];
  wrong.result->correct = false;
  runs[1] = std::make_shared<const lanescope::Run>(wrong);
  const NumberTable table = compared_table(runs);
  const TableRow* barriers = row_of(table, "barriers");
  ASSERT_TRUE(barriers);
  EXPECT_FALSE(is_praised(*barriers, 0) || is_praised(*barriers, 1));
}

TEST(Comparison, says_whether_they_do_the_same_work) {
  const auto says = [](const Runs& runs, const char* words) {
    const VariantView state;
    const std::vector<TimingRow> timings;
    const Scene scene =
        find_view("comparison")
            ->build({*runs[0], state, {1200, 400}, runs, timings, nothing_measured(), surroundings_here()});
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const Text& text) { return text.text.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(says(runs_of({launch("segmented", 4096, 64), launch("coarsened", 4096, 64, 4)}), "the same work:"));
  EXPECT_TRUE(says(runs_of({launch("segmented", 4096, 64), launch("coarsened", 8192, 64, 4)}),
                   "they do not do the same work"));
}

/// 1024 elements a block and 1024 blocks: the tree of interleaved_shared diverges in 95 warp-steps of each, that of
/// convergent_shared in 5, at the strides below a warp.
TEST(Comparison, says_in_words_why_they_differ) {
  const auto words = [](const Runs& runs) {
    const VariantView state;
    const std::vector<TimingRow> timings;
    const Scene scene =
        find_view("comparison")
            ->build({*runs[0], state, {1200, 400}, runs, timings, nothing_measured(), surroundings_here()});
    std::string all;
    for (const Text& text : scene.texts) all += text.text + " ";
    return all;
  };
  const std::string same =
      words(runs_of({launch("interleaved_shared", 1 << 20, 512), launch("convergent_shared", 1 << 20, 512)}));
  EXPECT_NE(
      same.find(
          "Divergent warp-steps: A 97,280 · B 5,120. A warp with one working lane costs what a full one costs."),
      std::string::npos)
      << same;
  EXPECT_NE(same.find("Equal in all: "), std::string::npos) << same;
  const std::string other =
      words(runs_of({launch("interleaved_shared", 1 << 12, 512), launch("convergent_shared", 1 << 14, 512)}));
  EXPECT_EQ(other.find("costs what a full one costs"), std::string::npos) << "they do not do the same work";
}

TEST(Comparison, calls_variants_of_one_kernel_by_what_differs) {
  const NumberTable table =
      compared_table(runs_of({launch("coarsened", 1 << 14, 256, 1), launch("coarsened", 1 << 14, 256, 4)}));
  EXPECT_EQ(table.columns[1].name, "A 1");
  EXPECT_EQ(table.columns[3].name, "B 4");
  const TableRow* barriers = row_of(table, "barriers");
  ASSERT_TRUE(barriers);
  // A quarter of the blocks, each with as many barriers.
  EXPECT_FLOAT_EQ(barriers->cells[1].bar, 1);
  EXPECT_FLOAT_EQ(barriers->cells[3].bar, 0.25f);
}

/// Whatever stands side by side: praise is only beside a variant that did the same work, and took more.
TEST(Comparison, never_praises_a_variant_that_did_less) {
  const char* kKernels[] = {
      "segmented",         "coarsened",    "convergent_shared", "interleaved_shared", "strided_index_shared",
      "atomic_per_thread", "warp_shuffle", "two_pass_blocked"};
  std::mt19937 random(11);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<RunRequest> requests;
    for (int i = 0; i < 3; ++i) {
      RunRequest request =
          launch(kKernels[random() % std::size(kKernels)], 1000 << (random() % 2), 32u << (random() % 3));
      if (request.kernel == "coarsened") request.coarse_factor = 1u << (random() % 4);
      request.op = random() % 3 == 0 ? Op::max : Op::sum;
      requests.push_back(request);
    }
    const Runs runs = runs_of(requests);
    for (const TableRow& row : compared_table(runs).rows)
      for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!is_praised(row, i)) continue;
        const bool beside = std::any_of(runs.begin(), runs.end(), [&](const auto& other) {
          return other != runs[i] && same_work(*other, *runs[i]);
        });
        EXPECT_TRUE(beside) << row.name << " of " << requests[i].kernel << " in trial " << trial;
        EXPECT_EQ(row.name.find("one block"), std::string::npos) << row.name;
      }
  }
}

TEST(Comparison, scans_of_other_sections_are_other_work) {
  const Runs runs = runs_of({launch("scan_kogge_stone", 4096, 128), launch("scan_brent_kung", 4096, 128),
                             launch("scan_brent_kung", 4096, 64)});
  EXPECT_FALSE(same_work(*runs[0], *runs[1])) << "sections of 128 and 256";
  EXPECT_TRUE(same_work(*runs[0], *runs[2]));
}

TEST(Comparison, divergence_has_one_name_for_the_grid_and_another_for_the_block_and_its_caveat_below) {
  const NumberTable table = compared_table(
      runs_of({launch("interleaved_shared", 1 << 20, 1024), launch("convergent_shared", 1 << 20, 1024)}));
  const TableRow *grid = row_of(table, "divergent warp-steps"),
                 *block = row_of(table, "divergent warp-steps of one block");
  ASSERT_TRUE(grid && block);
  EXPECT_EQ(value_of(*grid, 0), "97,792");
  EXPECT_EQ(value_of(*block, 0), "191");
  ASSERT_LT(grid + 1, table.rows.data() + table.rows.size());
  EXPECT_EQ(grid[1].name, "total/divergent branches on the GPU");
  EXPECT_EQ(grid[1].cells[0].text, "divergent branches on the GPU: compiled away");
  EXPECT_EQ(value_of(grid[1], 0), "0") << "the compiler predicated it";
  EXPECT_FALSE(is_praised(grid[1], 0) || is_praised(grid[1], 1));
  EXPECT_FALSE(row_of(table, "divergent branches"));
}

TEST(Comparison, a_branch_that_the_compiler_took_away_says_so_beside_its_0) {
  const NumberTable table = compared_table(
      runs_of({launch("interleaved_global", 1 << 20, 256), launch("interleaved_shared", 1 << 20, 256)}));
  const TableRow* row = row_of(table, "divergent branches on the GPU");
  ASSERT_TRUE(row);
  EXPECT_EQ(value_of(*row, 0), value_of(*row_of(table, "divergent warp-steps"), 0));
  EXPECT_EQ(mark_of(*row, 0), "");
  EXPECT_EQ(value_of(*row, 1), "0");
  EXPECT_EQ(mark_of(*row, 1), "compiled away");
  EXPECT_EQ(row->cells[0].text, "divergent branches on the GPU");
}

TEST(Comparison, what_is_more_than_the_least_is_never_1_time_as_much) {
  RunRequest tiled = launch("matmul_tiled", 256, 256), coarsened = launch("matmul_coarsened", 256, 256, 4);
  tiled.tile_width = coarsened.tile_width = 32;
  const NumberTable table = compared_table(runs_of({tiled, coarsened}));
  const TableRow* row = row_of(table, "shared wavefronts");
  ASSERT_TRUE(row);
  EXPECT_EQ(mark_of(*row, 0), "1.01×") << value_of(*row, 0) << " and " << value_of(*row, 1);
  EXPECT_EQ(mark_of(*row, 1), "least");
}

TEST(Comparison, bars_end_inside_no_number) {
  const Runs runs = runs_of({launch("segmented", 1 << 14, 256), launch("coarsened", 1 << 14, 256, 4)});
  const VariantView state;
  const std::vector<TimingRow> timings;
  for (const float width : {480.0f, 960.0f}) {
    const Scene scene =
        find_view("comparison")
            ->build({*runs[0], state, {width, 400}, runs, timings, nothing_measured(), surroundings_here()});
    int bars = 0;
    for (const Quad& bar : scene.quads) {
      ++bars;
      for (const Text& text : scene.texts) {
        const Rect words = bounds(text);
        EXPECT_FALSE(bar.rect.x < words.right() && words.x < bar.rect.right() && bar.rect.y < words.bottom() &&
                     words.y < bar.rect.bottom())
            << text.text << " at width " << width;
      }
    }
    EXPECT_GT(bars, 10) << width;
  }
}

TEST(Comparison, the_price_tells_the_same_number_by_the_same_name) {
  const Runs runs = runs_of({launch("segmented", 1 << 16, 256), launch("coarsened", 1 << 16, 256, 4)});
  const VariantView state;
  const std::vector<TimingRow> timings;
  const NumberTable price = find_view("price")->table(
                        {*runs[0], state, {1000, 400}, runs, timings, nothing_measured(), surroundings_here()}),
                    compare = compared_table(runs);
  const auto found = std::find_if(price.rows.begin(), price.rows.end(),
                                  [](const TableRow& row) { return row.cells[0].text == "divergent warp-steps"; });
  ASSERT_NE(found, price.rows.end());
  EXPECT_EQ(found->cells[1].text, value_of(*row_of(compare, "divergent warp-steps"), 0));
  EXPECT_EQ(found->cells[2].text, value_of(*row_of(compare, "divergent warp-steps"), 1));
}

TEST(Comparison, has_a_row_of_every_name_that_a_preset_begins_with) {
  const NumberTable table = compared_table(runs_of({launch("segmented", 64, 8), launch("coarsened", 64, 8, 2)}));
  for (const Preset& preset : presets())
    for (const std::string_view name : preset.rows) EXPECT_TRUE(row_of(table, std::string(name))) << name;
}

TEST(Comparison, begins_with_what_differs_by_most_where_no_preset_says_otherwise) {
  const NumberTable table = compared_table(
      runs_of({launch("strided_index_shared", 1 << 14, 256), launch("convergent_shared", 1 << 14, 128)}));
  EXPECT_EQ(table.rows.front().name, "total/bank conflicts");
}

TEST(Comparison, ends_with_what_nothing_is_known_of) {
  const NumberTable table =
      compared_table(runs_of({launch("strided_index_shared", 96, 32), launch("convergent_shared", 96, 32)}));
  ASSERT_EQ(row_of(table, "time, µs")->cells[1].text, "–") << "no GPU took times of so few elements";
  EXPECT_EQ(table.rows.back().cells[0].text, "time, µs");
}

TEST(StepsOfAllBlocks, are_the_blocks_steps_times_the_blocks_and_the_ragged_ones_own) {
  for (const unsigned factor : {1u, 2u, 8u}) {
    const Totals even = emulated("coarsened", 1 << 14, 64, factor).run.metrics.totals;
    const std::uint64_t blocks = (1 << 14) / (2 * 64 * factor), tree = 6, alone = 2 * factor - 1;
    EXPECT_EQ(even.steps, blocks * (alone + tree));
    EXPECT_EQ(even.underutilized_steps, blocks * tree);
  }
  const Shown ragged = emulated("coarsened", (1 << 14) + 1, 64, 2);
  std::uint64_t steps = 0, underutilized = 0;
  for (std::uint64_t block = 0; block < ragged.run.launch.grid_dim; ++block) {
    const BlockMetrics metrics = block_metrics(*ragged.run.trace, block);
    steps += metrics.counted_steps();
    underutilized += metrics.underutilized_steps;
  }
  EXPECT_EQ(ragged.run.metrics.totals.steps, steps);
  EXPECT_EQ(ragged.run.metrics.totals.underutilized_steps, underutilized);
  EXPECT_EQ(totals(Trace{}).steps, 0u);
}

TEST(StridedIndex, has_the_masks_of_the_tree_of_segmented) {
  const Shown strided = emulated("strided_index_shared", 4096, 256), segmented = emulated("segmented", 4096, 256);
  const auto tree_masks = [](const Shown& shown) {
    std::vector<std::uint32_t> masks;
    const History& history = shown.run.trace->history(0);
    const unsigned warps = shown.run.trace->warps_per_block();
    for (std::size_t step = 0; step < history.steps(); ++step)
      if (history.phases[step] == Phase::tree)
        masks.insert(masks.end(), history.masks.begin() + static_cast<std::ptrdiff_t>(step * warps),
                     history.masks.begin() + static_cast<std::ptrdiff_t>((step + 1) * warps));
    return masks;
  };
  EXPECT_FALSE(tree_masks(strided).empty());
  EXPECT_EQ(tree_masks(strided), tree_masks(segmented));
}

}  // namespace
}  // namespace lanescope::testing
