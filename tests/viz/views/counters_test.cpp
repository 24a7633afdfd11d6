// The counters and work views: the numbers shown are the recorded and counted ones, and offers lead where they say.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/number_text.h"
#include "engine/counters/recorded_counters.h"
#include "support.h"

namespace lanescope::testing {
namespace {

NumberTable table_of(const char* view, const Shown& shown) {
  const auto run = std::make_shared<const Run>(shown.run);
  return find_view(view)->table(
      {*run, shown.state, {800, 400}, {run}, {}, nothing_measured(), surroundings_here()});
}

const TableRow& row_named(const NumberTable& table, const std::string& name) {
  for (const TableRow& row : table.rows)
    if (row.name == "row/" + name) return row;
  throw std::runtime_error("no row " + name);
}

TEST(CountersTable, ShowsTheRecordedCountersOfThisVeryLaunch) {
  const Shown shown = emulated("convergent_shared", 65536, 256);
  const RecordedRow record = recorded_row(shown.run.request, shown.run.launch);
  ASSERT_TRUE(record);
  const NumberTable table = table_of("counters", shown);
  for (const Metric* total : counter_totals()) {
    const TableRow& row = row_named(table, total->name);
    EXPECT_EQ(row.cells[1].text, grouped(emulated_values(shown.run.metrics.totals)[total->name]));
    EXPECT_EQ(row.cells[2].text, grouped(record.row->counted[total->name]));
    EXPECT_EQ(row.cells[3].text == "✓", row.cells[1].text == row.cells[2].text);
    EXPECT_EQ(row.cells[4].text, "recorded");
    EXPECT_EQ(row.cells[5].text, total->counter);
  }
  EXPECT_EQ(row_named(table, "divergent_branches").cells[2].text, "0");
  EXPECT_NE(row_named(table, "divergent_branches").cells[6].text.find("predicated"), std::string::npos);
}

TEST(CountersTable, SetsTheChosenStepsMasksBesideTheCounterOfItsLine) {
  Shown shown = emulated("convergent_global", 65536, 256);
  shown.state.position = steps_of(shown.run) - 1;
  const NumberTable table = table_of("counters", shown);
  EXPECT_EQ(table.rows[0].cells[1].text, grouped(5 * 128));
  EXPECT_EQ(table.rows[0].cells[2].text, grouped(5 * 128)) << "the compiler kept this branch";
}

TEST(CountersTable, ClaimsNoCounterOfALaunchThatWasNotCounted) {
  const NumberTable table = table_of("counters", emulated("convergent_shared", 4096, 64));
  EXPECT_EQ(row_named(table, "combine_ops").cells[2].text, "–");
  const TableRow& divergence = row_named(table, "divergent_branches");
  EXPECT_EQ(divergence.cells[2].text, "0");
  EXPECT_EQ(divergence.cells[4].text, "predicted");
}

TEST(CountersPicture, OffersLaunchesThatWereCounted) {
  Shown shown = emulated("coarsened", 1 << 18, 128, 8);
  const Scene scene = picture(*find_view("counters"), shown, {}, {1000, 400});
  std::size_t offers = 0;
  for (const Pick& pick : scene.picks) {
    if (!pick.name.starts_with("launch/")) continue;
    ++offers;
    ViewState state;
    state.variants.requests = {shown.run.request};
    for (const Command& command : pick.clicks) state = apply(state, command);
    EXPECT_TRUE(recorded_row(state.request(), launch_config(state.request()))) << pick.name;
  }
  EXPECT_GE(offers, 1u);
}

TEST(WorkTable, HasATickExactlyWherePredictedAndCountedAreEqual) {
  for (const char* kernel :
       {"segmented", "coarsened", "warp_shuffle", "two_pass_blocked", "serial", "vectorized"}) {
    const NumberTable table = table_of("work", emulated(kernel, 4096, 64));
    EXPECT_GE(table.rows.size(), 4u) << kernel;
    for (const TableRow& row : table.rows)
      EXPECT_EQ(row.cells[5].text == "✓", row.cells[3].text == row.cells[4].text) << kernel << ' ' << row.name;
  }
}

TEST(WorkPicture, ShowsTheCoarseningFigure) {
  const auto counts = [](const Shown& shown, const std::string& section) {
    std::string words;
    const NumberTable table = table_of("work", shown);
    for (const char* name : {"steps", "fully utilized", "under-utilized", "barriers"})
      words += row_named(table, section + "/" + name).cells[4].text + " ";
    return words;
  };
  EXPECT_EQ(counts(emulated("segmented", 32, 8), "blocks one after another"), "8 2 6 6 ");
  EXPECT_EQ(counts(emulated("coarsened", 32, 8, 2), "block 0"), "6 3 3 3 ");
}

TEST(Counters, OfFourVariantsInASmallWindowHaveATable) {
  const Shown shown = emulated("coarsened", 1 << 22, 256, 16);
  const Scene scene = picture(*find_view("counters"), shown, {}, {234, 150});
  const auto rows = std::count_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
    return text.face == FontFace::mono && text.align == Align::right;
  });
  EXPECT_GE(rows, 4) << "four rows of a number each: no GPU counted this launch";
}

TEST(CountersPicture, HasNoHeadingOverNothing) {
  const Scene scene = picture(*find_view("counters"), emulated("coarsened", 1 << 20, 256, 4), {}, {1600, 330});
  EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(),
                          [](const Text& text) { return text.text == "Nsight Compute"; }));
  EXPECT_TRUE(std::none_of(scene.texts.begin(), scene.texts.end(),
                           [](const Text& text) { return text.text == "why" || text.text == "kind"; }));
}

// The step's reason stands above the table, and those of totals are whole where names of counters make room.
// A tick or a number beside two others says what it is; not over a column in which nothing stands.
TEST(CountersPicture, NamesTheColumnOfDifferences) {
  const auto heads = [](const Shown& shown, SceneSize size) {
    const Scene scene = picture(*find_view("counters"), shown, {}, size);
    return std::count_if(scene.texts.begin(), scene.texts.end(),
                         [](const Text& text) { return text.text == "difference"; });
  };
  Shown shown = emulated("single_pass_last_block", 1 << 20, 256, 1, 128);
  shown.state.position = steps_of(shown.run);
  EXPECT_EQ(heads(shown, {1264, 225}), 1);
  EXPECT_EQ(heads(shown, {620, 225}), 1);
}

TEST(CountersPicture, SaysReasonsWholeAndOnce) {
  Shown shown = emulated("interleaved_shared", 1 << 16, 256);
  shown.state.position = 4;
  for (const float width : {1000.0f, 1250.0f, 1600.0f}) {
    const Scene scene = picture(*find_view("counters"), shown, {}, {width, 600});
    std::size_t reasons = 0;
    for (const Text& text : scene.texts) {
      EXPECT_EQ(text.text.find("…"), std::string::npos) << width << ": " << text.text;
      reasons += text.text.find("although") != std::string::npos;
    }
    EXPECT_EQ(reasons, 1u) << width;
  }
}

}  // namespace
}  // namespace lanescope::testing
