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
  for (const char* kernel : {"interleaved_shared", "vectorized"})
    shown.runs.push_back(std::make_shared<const lanescope::Run>(emulated(kernel, 1 << 16, 256).run));
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
