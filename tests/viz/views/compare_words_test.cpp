// What the comparison says: its sentences, its times, and what of it has room on the stage.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compare_support.h"
#include "viz/model/presets.h"

namespace lanescope::testing {
namespace {

std::string words_of_comparison(const Runs& runs, const std::vector<TimingRow>& timings = {}) {
  const VariantView state;
  const Scene scene =
      find_view("comparison")
          ->build({*runs[0], state, {2000, 600}, runs, timings, nothing_measured(), surroundings_here()});
  std::string words;
  for (const Text& text : scene.texts) words += text.text + " ";
  return words;
}

TEST(Comparison, marks_nothing_of_what_a_variant_does_not_use_and_leads_with_the_traffic) {
  const Runs runs = runs_of({launch("transpose_naive", 512, 256), launch("transpose_padded", 512, 256)});
  const NumberTable table = compared_table(runs);
  for (const char* name : {"shared wavefronts", "bank conflicts", "barriers"}) {
    const TableRow* row = row_of(table, name);
    ASSERT_TRUE(row) << name;
    EXPECT_FALSE(is_praised(*row, 0) || is_praised(*row, 1)) << name;
    EXPECT_EQ(mark_of(*row, 0), "not used") << name;
    EXPECT_EQ(mark_of(*row, 1), "") << name;
  }
  EXPECT_EQ(table.rows[0].name, "total/global store sectors");
  EXPECT_EQ(words_of_comparison(runs).find("Shared wavefronts:"), std::string::npos);
  EXPECT_NE(words_of_comparison(runs).find("Global store sectors: A 131,072 · B 32,768."), std::string::npos);
}

TEST(Comparison, says_what_the_times_say_where_the_fewest_steps_are_not_the_fastest) {
  const Runs runs = runs_of(find_preset("coarsening")->variants.requests);
  const std::string words = words_of_comparison(runs);
  if (words.find("times recorded · NVIDIA H200") == std::string::npos) GTEST_SKIP() << "not recorded";
  EXPECT_NE(words.find("Of these C is the fastest; COARSE_FACTOR 8 takes 9.07 µs. D has 128 blocks: they leave 4 "
                       "of 132 SMs idle"),
            std::string::npos)
      << words;
  EXPECT_EQ(words.find("fastest COARSE_FACTOR"), std::string::npos) << "said twice: " << words;
  const NumberTable table = compared_table(runs);
  EXPECT_EQ(table.rows[0].name, "total/time, µs");
  EXPECT_EQ(mark_of(table.rows[0], 2), "least of these");
  EXPECT_FALSE(is_praised(table.rows[0], 2)) << "a launch that is not shown is faster";
}

TEST(Comparison, says_what_a_larger_factor_saves) {
  const char* saved = "A larger factor saves under-utilized steps, barriers, shared wavefronts.";
  EXPECT_NE(words_of_comparison(runs_of(find_preset("coarsening")->variants.requests)).find(saved),
            std::string::npos);
  const Runs others = runs_of({launch("coarsened", 1 << 12, 256, 1), launch("coarsened", 1 << 12, 128, 4)});
  EXPECT_EQ(words_of_comparison(others).find("A larger factor"), std::string::npos);
  // Additions of two vectors have none of these costs.
  const Runs vectors = runs_of({launch("vector_add", 1 << 12, 256, 1), launch("vector_add", 1 << 12, 256, 4)});
  EXPECT_EQ(words_of_comparison(vectors).find("A larger factor"), std::string::npos);
}

TEST(Comparison, does_not_mark_times_that_differ_by_chance) {
  const Runs runs = runs_of({launch("vector_add", 1 << 20, 256, 1), launch("vector_add", 1 << 20, 256, 4)});
  const NumberTable table = compared_table(runs);
  const TableRow* row = row_of(table, "time, µs");
  ASSERT_TRUE(row);
  if (value_of(*row, 0) == "–") GTEST_SKIP() << "not recorded";
  for (const std::size_t variant : {0u, 1u}) {
    EXPECT_EQ(mark_of(*row, variant), "within 5%");
    EXPECT_FALSE(is_praised(*row, variant));
  }
}

// One variant has few columns: what has no room below goes on beside, and nothing is scrolled away.
TEST(Totals, HaveAllTheirRowsWhereThePictureIsWide) {
  const Runs runs = runs_of({launch("coarsened", 1 << 16, 256, 4)});
  const std::size_t rows = compared_table(runs).rows.size();
  const VariantView state;
  const auto in = [&](SceneSize size) {
    return find_view("comparison")
        ->build({*runs[0], state, size, runs, {}, nothing_measured(), surroundings_here()});
  };
  const auto shown = [&](const Scene& scene) {
    return static_cast<std::size_t>(std::count_if(scene.picks.begin(), scene.picks.end(), [](const Pick& pick) {
      return pick.name.starts_with("total/") || pick.name.starts_with("block/");
    }));
  };
  EXPECT_EQ(shown(in({1290, 240})), rows);
  EXPECT_FALSE(in({1290, 240}).list.scrolls());
  EXPECT_EQ(shown(in({960, 190})), rows) << "the tab of a window of 1280x720: rows are nearer to each other";
  EXPECT_FALSE(in({960, 190}).list.scrolls());
  EXPECT_LT(shown(in({476, 240})), rows);
  EXPECT_TRUE(in({476, 240}).list.scrolls());
}

// Whichever launch is in view: the others cost, too.
TEST(Compare, CountsAllLaunchesOfARun) {
  const RunRequest bit = find_preset("radix_sort")->variants.requests[0],
                   digit = find_preset("radix_sort")->variants.requests[1];
  RunRequest third = bit;
  third.launch = 3;
  for (const RunRequest& first : {bit, third}) {
    const NumberTable table = compared_table(runs_of({first, digit}));
    const TableRow* blocks = row_of(table, "blocks");
    ASSERT_TRUE(blocks);
    EXPECT_EQ(value_of(*blocks, 0), "96") << "32 passes of three launches, of a block each";
    EXPECT_EQ(value_of(*blocks, 1), "24");
    const TableRow* sectors = row_of(table, "global load sectors");
    ASSERT_TRUE(sectors);
    EXPECT_TRUE(is_praised(*sectors, 1)) << "they sort the same keys";
  }
}

TEST(Compare, SaysOnTheStageFromWhichGpuItsTimesAre) {
  const Runs runs = runs_of(find_preset("coarsening")->variants.requests);
  VariantView state;
  state.projector = true;
  const std::vector<TimingRow> timings;
  for (const char* view : {"comparison", "ladder"}) {
    const Scene scene = find_view(view)->build(
        {*runs[0], state, {1568, 604, 1.25f}, runs, timings, nothing_measured(), surroundings_here()});
    std::string words;
    for (const Text& text : scene.texts) words += text.text + "\n";
    EXPECT_NE(words.find("recorded · NVIDIA H200, 20"), std::string::npos) << view << "\n" << words;
  }
}

// The smallest window: where the answer and a row do not both have room, the answer has.
TEST(Compare, SaysItsAnswerInTheSmallestWindow) {
  for (const char* preset : {"coarsening", "divergence", "histogram", "two_pass"}) {
    const Runs runs = runs_of(find_preset(preset)->variants.requests);
    const std::vector<TimingRow> timings;
    for (const float height : {60.0f, 70.0f, 84.0f, 100.0f}) {
      const Scene scene =
          find_view("comparison")
              ->build(
                  {*runs[0], VariantView{}, {684, height}, runs, timings, nothing_measured(), surroundings_here()});
      EXPECT_TRUE(
          std::any_of(scene.texts.begin(), scene.texts.end(),
                      [](const Text& text) { return text.face == FontFace::sans_bold && text.text.size() > 30; }))
          << preset << ' ' << height;
      for (const Text& text : scene.texts) EXPECT_LE(bounds(text).bottom(), scene.height) << preset << text.text;
    }
  }
}

// Half of a stage of 1600x900, beside a lesson: letters shrink a little before a variant is left out.
TEST(Compare, HasAColumnForEachVariantBesideALessonOnTheStage) {
  const Runs runs =
      runs_of({launch("interleaved_global", 1 << 20, 512), launch("convergent_global", 1 << 20, 512),
               launch("interleaved_shared", 1 << 20, 512), launch("strided_index_shared", 1 << 20, 512)});
  const std::vector<TimingRow> timings;
  const auto words = [&](std::size_t active, SceneSize size) {
    VariantView state;
    state.projector = true;
    std::vector<std::string> all;
    for (const Text& text :
         find_view("comparison")
             ->build({*runs[active], state, size, runs, timings, nothing_measured(), surroundings_here()})
             .texts)
      all.push_back(text.text);
    return all;
  };
  const auto has = [](const std::vector<std::string>& all, const std::string& begin) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& text) { return text.starts_with(begin); });
  };
  const auto wide = words(3, {991, 688, 1.25f});
  // By their letters, where not all have room for their names: half a name is that of several.
  for (const char* column : {"A", "B", "C", "D"})
    EXPECT_EQ(std::count(wide.begin(), wide.end(), column), 1) << column;
  EXPECT_FALSE(has(wide, "no room"));
  const auto narrow = words(3, {600, 688, 1.25f});
  EXPECT_EQ(std::count(narrow.begin(), narrow.end(), "D"), 1) << "the one that was chosen";
  EXPECT_TRUE(has(narrow, "no room for ")) << "what is left out is told";
}

}  // namespace
}  // namespace lanescope::testing
