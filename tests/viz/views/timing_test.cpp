// The timing view: who is in it, and what their times are set beside.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/bench/bench.h"
#include "engine/recorded/recorded_limit.h"
#include "engine/session.h"
#include "support.h"
#include "viz/model/presets.h"
#include "viz/views/shared/preset_words.h"
#include "viz/views/shared/times.h"
#include "viz/views/timing/time_bars.h"
#include "viz/views/timing/time_groups.h"

namespace lanescope::testing {
namespace {

struct TimingShown {
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  VariantView state;
  SceneSize size{1000, 300};
  std::vector<TimingRow> timings;
  SweepStatus sweeps;

  ViewInput input() const { return {*runs[0], state, size, runs, timings, sweeps, surroundings_here()}; }
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
      timing_rows({std::make_shared<const lanescope::Run>(emulated("segmented", 1 << 16, 256).run), shown.runs[0]},
                  recorded_sweeps());
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
  EXPECT_TRUE(reference_marks(shown.input(), runs).empty());
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
  const auto row = shown_time(shown.input(), *shown.runs[0]);
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

/// Launches of several sizes: variants, and what ran before.
TimingShown several_sizes() {
  TimingShown shown;
  const auto add = [&](const char* kernel, std::uint64_t n, unsigned factor) {
    shown.runs.push_back(std::make_shared<const lanescope::Run>(emulated(kernel, n, 256, factor).run));
  };
  add("convergent_shared", 1 << 16, 1);
  add("coarsened", 1 << 18, 4);
  add("coarsened", 1 << 16, 4);
  return shown;
}

bool tells(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

TEST(TimeGroups, keep_launches_of_another_N_apart_each_beside_its_own_CUB) {
  const auto groups = time_groups(several_sizes().input());
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].name, "N 65,536 · sum · float32");
  EXPECT_EQ(groups[1].name, "N 262,144 · sum · float32");
  ASSERT_EQ(groups[0].runs.size(), 3u);
  EXPECT_EQ(groups[0].runs[1].variant, 2u);
  ASSERT_EQ(groups[1].runs.size(), 2u);
  for (const TimeGroup& group : groups) {
    EXPECT_EQ(group.runs.back().kernel, kPeer);
    for (const TimedRun& run : group.runs) EXPECT_EQ(run.launch.n, group.runs[0].launch.n);
  }
}

TEST(TimeGroups, keep_other_operators_types_and_methods_apart) {
  TimingShown shown = two_variants();
  RunRequest request = shown.runs[0]->request;
  Progress progress;
  request.op = Op::max;
  shown.runs.push_back(std::make_shared<const lanescope::Run>(lanescope::run(request, progress)));
  request.op = Op::sum;
  request.type = ElementType::int32;
  shown.runs.push_back(std::make_shared<const lanescope::Run>(lanescope::run(request, progress)));
  std::vector<std::string> names;
  for (const TimeGroup& group : time_groups(shown.input())) names.push_back(group.name);
  EXPECT_EQ(names, (std::vector<std::string>{"N 65,536 · sum · float32", "N 65,536 · max · float32",
                                             "N 65,536 · sum · int32"}));
  Shown timed = emulated("interleaved_shared", 1 << 16, 256);
  timed.run.timing = Timing{.time_us = 5, .min_us = 4, .max_us = 6, .bandwidth_gbps = 50, .repeats = 20};
  timed.run.provenance = {"cuda", NumberKind::measured, "NVIDIA H200", "", "", ""};
  shown = two_variants();
  shown.runs[0] = std::make_shared<const lanescope::Run>(timed.run);
  const auto groups = time_groups(shown.input());
  ASSERT_EQ(groups.size(), 2u) << "one launch after another, measured, and graph replays, recorded";
  EXPECT_NE(groups[0].name, groups[1].name) << "their names say so";
  EXPECT_EQ(groups[0].runs[0].variant, 0u);
}

TEST(TimeGroups, keep_inputs_apart_where_their_values_matter) {
  TimingShown shown;
  for (const InputKind kind : {InputKind::uniform, InputKind::ones}) {
    RunRequest request;
    request.kernel = "histogram_private";
    request.type = ElementType::int32;
    request.n = 1 << 12;
    request.input.kind = kind;
    request.detail = Detail::full;
    Progress progress;
    shown.runs.push_back(std::make_shared<const lanescope::Run>(lanescope::run(request, progress)));
  }
  EXPECT_EQ(time_groups(shown.input()).size(), 2u);
}

TEST(TimingPicture, tells_N_and_the_launch_however_low_its_rows_are) {
  TimingShown shown = several_sizes();
  for (const float height : {110.0f, 150.0f, 200.0f, 300.0f, 700.0f}) {
    shown.size = {1000, height};
    const Scene scene = find_view("timing")->build(shown.input());
    EXPECT_TRUE(tells(scene, "N 65,536")) << height;
    const bool all = height >= 200;
    EXPECT_EQ(tells(scene, "N 262,144"), all) << height;
    EXPECT_EQ(tells(scene, "the wheel shows the others"), !all) << height;
    EXPECT_TRUE(!all || tells(scene, "blockDim 256 · COARSE_FACTOR 4")) << height;
  }
}

TEST(LadderPicture, ScrollsThroughAllOfItsRows) {
  TimingShown shown = two_variants();
  std::vector<std::string> all, seen;
  for (const TableRow& row : find_view("ladder")->table(shown.input()).rows) all.push_back(row.cells[0].text);
  shown.size = {1000, 220};
  const ListPart list = find_view("ladder")->build(shown.input()).list;
  ASSERT_TRUE(list.scrolls());
  for (std::uint32_t first = 0; first <= list.last_first; ++first) {
    shown.state.list_first = first;
    for (const Pick& pick : find_view("ladder")->build(shown.input()).picks)
      if (std::find(all.begin(), all.end(), pick.name.substr(0, pick.name.find('/'))) != all.end() &&
          std::find(seen.begin(), seen.end(), pick.name) == seen.end())
        seen.push_back(pick.name);
  }
  for (std::string& name : seen) name = name.substr(0, name.find('/'));  // "segmented/A": that variant's own launch
  EXPECT_EQ(seen, all);
}

TEST(LadderPicture, MarksTheVariantsOwnLaunchesToo) {
  TimingShown shown = two_variants();
  shown.runs.clear();
  for (const char* kernel : {"interleaved_global", "convergent_global"})
    shown.runs.push_back(std::make_shared<const lanescope::Run>(emulated(kernel, 1 << 20, 256).run));
  shown.size = {1200, 700};
  std::size_t letters = 0;
  for (const Text& text : find_view("ladder")->build(shown.input()).texts)
    letters += text.text == "A" || text.text == "B";
  EXPECT_EQ(letters, 2u);
  std::size_t rows = 0;
  for (const TableRow& row : find_view("ladder")->table(shown.input()).rows)
    rows += row.cells[0].text == "convergent_global";
  EXPECT_EQ(rows, 2u) << "its fastest launch has blockDim 512";
}

TEST(TimingPicture, has_bars_of_one_scale_inside_a_group_alone) {
  const auto groups = time_groups(several_sizes().input());
  for (const TimeGroup& group : groups) {
    double slowest = 0;
    for (const TimedRun& run : group.runs) slowest = std::max(slowest, run.row->timing.time_us);
    EXPECT_EQ(TimeAxis(group.runs).end(), slowest);
  }
}

std::string words_in(const Scene& scene) {
  std::string words = "|";
  for (const Text& text : scene.texts) words += text.text + "|";
  return words;
}

TEST(TimingPicture, has_no_column_that_nobody_has_a_value_in_and_says_what_hatching_means) {
  TimingShown shown = two_variants();
  const std::string with_cub = words_in(find_view("timing")->build(shown.input()));
  EXPECT_NE(with_cub.find("|% of limit|speed, CUB 1×|"), std::string::npos) << with_cub;
  RunRequest product;
  product.kernel = "matmul_tiled";
  product.n = 256;
  product.tile_width = 32;
  product.backend = BackendChoice::emulator;
  Progress progress;
  shown.runs = {std::make_shared<const lanescope::Run>(lanescope::run(product, progress))};
  const std::string alone = words_in(find_view("timing")->build(shown.input()));
  EXPECT_NE(alone.find("|µs|GB/s|"), std::string::npos) << alone;
  EXPECT_EQ(alone.find("% of limit"), std::string::npos) << alone;
  EXPECT_EQ(alone.find("speed, CUB"), std::string::npos) << alone;
  EXPECT_NE(alone.find("hatched: recorded"), std::string::npos) << alone;
}

TEST(LadderPicture, TellsTheSpeedOfWhatIsHundredsOfTimesSlower) {
  const std::string words = [] {
    TimingShown shown = two_variants();
    shown.runs = {std::make_shared<const lanescope::Run>(emulated("segmented", 1 << 22, 256).run)};
    shown.size = {1200, 600};
    return words_in(find_view("ladder")->build(shown.input()));
  }();
  EXPECT_EQ(words.find("|0.00×|"), std::string::npos) << words;
  EXPECT_NE(words.find("|0.001×|"), std::string::npos) << words;
}

// Of one kernel at two factors, the row without any read as another kernel's.
TEST(LaunchWords, SayTheFactorOfAKernelThatTakesOne) {
  const auto words = [](std::string_view kernel, unsigned factor) {
    const RunRequest request = usual_request(kernel, 1 << 20, 256, factor);
    return shape_words(launch_config(request), request.kernel);
  };
  EXPECT_EQ(words("coarsened", 1), "blockDim 256 · COARSE_FACTOR 1");
  EXPECT_EQ(words("coarsened", 4), "blockDim 256 · COARSE_FACTOR 4");
  EXPECT_EQ(words("segmented", 1), "blockDim 256");
}

TEST(Decimals, NeverRoundToNothing) {
  EXPECT_EQ(decimals(0.0011, 2), "0.001");
  EXPECT_EQ(decimals(0.006, 2), "0.01");
  EXPECT_EQ(decimals(0, 2), "0.00");
  EXPECT_EQ(decimals(1.234, 2), "1.23");
}

TEST(TimeAxisTest, BeginsAtZeroAndCutsWhatWouldHideTheOthers) {
  const TimeAxis all({2, 4, 0, 20});
  EXPECT_FALSE(all.cuts());
  EXPECT_FLOAT_EQ(all.at(4), 2 * all.at(2)) << "twice the time is twice the length";
  EXPECT_FLOAT_EQ(all.at(20), 1);
  const TimeAxis cut({2, 4, 8, 900});
  EXPECT_TRUE(cut.cuts());
  EXPECT_TRUE(cut.cuts(900));
  EXPECT_FALSE(cut.cuts(8));
  EXPECT_FLOAT_EQ(cut.at(8), 4 * cut.at(2));
  EXPECT_FLOAT_EQ(cut.at(900), 1);
  EXPECT_LT(cut.at(8), 1) << "a bar that is cut is the longest";
}

/// What a preset's title promises holds on the GPU whose times it shows, or its remark says that it does not.
TEST(PresetTimes, go_as_their_titles_say) {
  const auto times_of = [](const char* preset) {
    std::vector<double> times;
    for (const RunRequest& request : find_preset(preset)->variants.requests) {
      const auto row =
          recorded_timing(recorded_sweeps(), request.kernel, launch_config(request), request.op, request.type);
      times.push_back(row ? row->timing.time_us : 0);
    }
    return times;
  };
  const auto two_pass = times_of("two_pass");
  for (std::size_t i = 1; i < two_pass.size(); ++i)
    EXPECT_LT(two_pass[i], two_pass[i - 1]) << "rung " << i << " of the two-pass ladder";
  EXPECT_GT(two_pass.back(), 0) << "they were recorded";
  const auto coarsening = times_of("coarsening");
  EXPECT_GT(coarsening[0], coarsening[1]) << "coarsening saves";
  EXPECT_GT(coarsening[3], coarsening[0]) << "too large a factor costs";
  const auto atomics = times_of("atomic_storm");
  EXPECT_GT(atomics[0], atomics[1]);
  EXPECT_GT(atomics[1], atomics[2]);
  const auto divergence = times_of("divergence"), banks = times_of("bank_conflicts");
  EXPECT_GT(std::min(divergence[0], divergence[1]), divergence[2]);
  EXPECT_GT(banks[0], banks[1]);
  const auto idle = times_of("idle_sms");
  EXPECT_GT(idle[1], idle[0]);
  const auto tiling = times_of("tiling");
  EXPECT_GT(tiling[0], tiling[1]) << "tiling saves";
  EXPECT_GT(tiling[1], tiling[2]) << "and coarsening";
}

TEST(PresetTimes, are_told_in_the_remark_as_they_were_recorded) {
  for (const Preset& preset : presets()) {
    const std::string words = remark_of(preset, recorded_sweeps());
    EXPECT_EQ(words.empty(), preset.remark.english == nullptr) << preset.id;
    for (const RunRequest& request : preset.remark.launches) {
      const auto row =
          recorded_timing(recorded_sweeps(), request.kernel, launch_config(request), request.op, request.type);
      ASSERT_TRUE(row) << preset.id;
      EXPECT_NE(words.find(time_text(row->timing.time_us)), std::string::npos) << words;
      EXPECT_NE(words.find(row->provenance.device), std::string::npos) << words;
    }
  }
}

}  // namespace
}  // namespace lanescope::testing
