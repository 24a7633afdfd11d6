// The timing view: who is in it, and what their times are set beside.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/bench/bench.h"
#include "engine/bench/recorded_limit.h"
#include "support.h"
#include "viz/scene/time_bars.h"
#include "viz/scene/times.h"

namespace lanescope::testing {
namespace {

struct TimingShown {
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  VariantView state;
  SceneSize size{1000, 300};
  std::vector<TimingRow> timings;
  SweepStatus sweeps;

  ViewInput input() const { return {*runs[0], state, size, runs, timings, sweeps}; }
};

TimingShown two_variants() {
  TimingShown shown;
  shown.runs = {std::make_shared<const lanescope::Run>(emulated("interleaved_shared", 1 << 16, 256).run),
                std::make_shared<const lanescope::Run>(emulated("vectorized", 1 << 16, 256, 1, 16).run)};
  return shown;
}

TEST(TimedRuns, AreTheVariantsThenCubThenTheOthers) {
  TimingShown shown = two_variants();
  shown.timings =
      timing_rows({std::make_shared<const lanescope::Run>(emulated("segmented", 1 << 16, 256).run), shown.runs[0]});
  const auto runs = timed_runs(shown.input());
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[0].variant, 0u);
  EXPECT_EQ(runs[1].kernel, "vectorized");
  EXPECT_EQ(runs[2].kernel, kPeer);
  EXPECT_FALSE(runs[2].variant);
  EXPECT_EQ(runs[3].kernel, "segmented");
}

TEST(TimedRuns, AreSetBesideLimitAndCubOfTheSameGpu) {
  const TimingShown shown = two_variants();
  const auto runs = timed_runs(shown.input());
  const auto limit = recorded_timing(recorded_read_limits(), kReadLimitRow, {.n = 1 << 16, .grid_dim = 0}, Op::sum,
                                     ElementType::float32);
  ASSERT_TRUE(limit);
  ASSERT_TRUE(runs[0].of_limit && runs[0].to_library && runs[2].row);
  EXPECT_DOUBLE_EQ(*runs[0].of_limit, limit->timing.time_us / runs[0].row->timing.time_us);
  EXPECT_DOUBLE_EQ(*runs[0].to_library, runs[2].row->timing.time_us / runs[0].row->timing.time_us);
  EXPECT_EQ(*runs[2].to_library, 1);
  for (const TimedRun& run : runs) EXPECT_LE(*run.of_limit, 1.01);
}

TEST(TimedRuns, CompareNothingThatWasTakenOtherwise) {
  TimingShown shown = two_variants();
  Shown timed = emulated("interleaved_shared", 1 << 16, 256);
  timed.run.timing = Timing{.time_us = 5, .min_us = 4, .max_us = 6, .bandwidth_gbps = 50, .repeats = 20};
  timed.run.provenance = {"cuda", NumberKind::measured, "NVIDIA H200", "", "", ""};
  shown.runs[0] = std::make_shared<const lanescope::Run>(timed.run);
  auto runs = timed_runs(shown.input());
  EXPECT_EQ(runs[0].row->provenance.kind, NumberKind::measured);
  EXPECT_FALSE(runs[0].of_limit) << "one launch after another is no graph";
  EXPECT_TRUE(reference_marks(shown.sweeps, runs).empty());
  // Once it was measured by graphs, here, with the limit of here, it can be compared.
  RecordedSweep measured;
  measured.provenance = {"cuda", NumberKind::measured, "NVIDIA H200", "", "", ""};
  measured.times = {{"interleaved_shared", timed.run.launch, 4, 4, 4, 3},
                    {kReadLimitRow, {.n = 1 << 16, .grid_dim = 0}, 1, 1, 1, 3}};
  shown.sweeps.measured = {measured};
  runs = timed_runs(shown.input());
  EXPECT_EQ(runs[0].row->timing.time_us, 4);
  EXPECT_EQ(*runs[0].of_limit, 0.25);
}

/// As a recording holds it: a single launch's time, of a launch that the sweeps have, too.
std::shared_ptr<const lanescope::Run> replayed() {
  Shown timed = emulated("interleaved_shared", 1 << 16, 256);
  timed.run.timing = Timing{.time_us = 11, .min_us = 10, .max_us = 12, .bandwidth_gbps = 24, .repeats = 20};
  timed.run.provenance = {"cuda", NumberKind::recorded, "NVIDIA H200", "", "2026-11-21", ""};
  timed.run.recorded.reset();
  return std::make_shared<const lanescope::Run>(timed.run);
}

std::string cell_of(const NumberTable& table, const std::string& row_name, std::size_t column) {
  for (const TableRow& row : table.rows)
    if (row.name == row_name) return row.cells.at(column).text;
  return "";
}

TEST(OneTime, IsToldOfALaunchByEveryView) {
  TimingShown shown = two_variants();
  shown.runs[0] = replayed();
  const auto runs = timed_runs(shown.input());
  ASSERT_TRUE(runs[0].row && runs[1].row);
  EXPECT_EQ(runs[0].row->timing.method, TimeMethod::graph_cold);
  const double time_us = runs[0].row->timing.time_us;
  EXPECT_NE(time_us, 11);
  const NumberTable compared = find_view("comparison")->table(shown.input());
  EXPECT_NEAR(std::stod(cell_of(compared, "total/time, µs", 1)), time_us, 0.01);
  EXPECT_NE(cell_of(compared, "total/time, µs", 0).find("graph"), std::string::npos) << "the method beside it";
  const NumberTable timed = find_view("timing")->table(shown.input());
  EXPECT_NE(to_csv(timed).find("graph_cold,recorded,NVIDIA H200"), std::string::npos) << to_csv(timed);
}

TEST(OneTime, OfAnotherMethodIsNoWinnerAndHasNoRatio) {
  TimingShown shown = two_variants();
  Shown live = emulated("interleaved_shared", 1 << 16, 256);
  live.run.timing = Timing{.time_us = 0.5, .min_us = 0.4, .max_us = 0.6, .bandwidth_gbps = 500, .repeats = 20};
  live.run.provenance = {"cuda", NumberKind::measured, "NVIDIA H200", "", "", ""};
  shown.runs[0] = std::make_shared<const lanescope::Run>(live.run);
  const NumberTable table = find_view("comparison")->table(shown.input());
  EXPECT_EQ(cell_of(table, "total/time, µs", 1), "0.5") << "as what it is";
  EXPECT_EQ(cell_of(table, "total/time, µs", 2), "") << "not the least";
  EXPECT_EQ(cell_of(table, "total/time, µs", 4), "") << "no multiple of it";
  const auto row = shown_time(shown.sweeps, *shown.runs[0]);
  EXPECT_NE(source_text(*row, true).find("single launches between events"), std::string::npos);
  EXPECT_NE(source_text(*row, false).find("single launch"), std::string::npos);
}

TEST(TimedRuns, SayWhereThereIsNoTime) {
  TimingShown shown = two_variants();
  shown.runs[0] = std::make_shared<const lanescope::Run>(emulated("interleaved_shared", 1 << 16, 8).run);
  const auto runs = timed_runs(shown.input());
  EXPECT_FALSE(runs[0].row);
  const Scene scene = find_view("timing")->build(shown.input());
  EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(),
                          [](const Text& text) { return text.text.starts_with("no time"); }));
}

TEST(TimingPicture, AlwaysSaysKindGpuAndDate) {
  TimingShown shown = two_variants();
  for (const float width : {520.0f, 1000.0f, 1600.0f}) {
    shown.size.width = width;
    const Scene scene = find_view("timing")->build(shown.input());
    const auto holds = [&](const char* words) {
      return std::any_of(scene.texts.begin(), scene.texts.end(),
                         [&](const Text& text) { return text.text.find(words) != std::string::npos; });
    };
    EXPECT_TRUE(holds("recorded")) << width;
    EXPECT_TRUE(holds("NVIDIA H200, 2026-")) << width;
  }
}

TEST(TimingTable, HasARowARun) {
  const TimingShown shown = two_variants();
  const NumberTable table = find_view("timing")->table(shown.input());
  ASSERT_EQ(table.rows.size(), 3u);
  for (const TableRow& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size());
  EXPECT_NE(to_csv(table).find("B,vectorized,65536,256,1,"), std::string::npos) << to_csv(table);
}

}  // namespace
}  // namespace lanescope::testing
