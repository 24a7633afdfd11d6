// The bench without its GPU: statistics, ratios, what is planned and what is skipped, and the report_of_rows's
// shape.
#include "engine/bench/bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/base/statistics.h"
#include "engine/bench/bench_report.h"
#include "engine/bench/sweep.h"
#include "engine/session.h"

namespace lanescope {
namespace {

TEST(Statistics, MedianIsTheMiddleOne) {
  EXPECT_EQ(median({5, 1, 9}), 5);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(Statistics, SummaryIsOfNumbersInAnyOrder) {
  const Summary times = summary_of({11, 7, 5, 9});
  EXPECT_EQ(times.least, 5);
  EXPECT_EQ(times.median, 8);
  EXPECT_EQ(times.most, 11);
}

TEST(Statistics, GeometricMeanIsTheFactorThatRepeatsToTheProduct) {
  EXPECT_NEAR(geometric_mean({1, 4}), 2, 1e-12);
  EXPECT_NEAR(geometric_mean({0.5, 2, 8}), 2, 1e-12);
  EXPECT_NEAR(geometric_mean(std::vector<double>(1000, 1e300)), 1e300, 1e289)
      << "the product itself would overflow";
  EXPECT_TRUE(std::isnan(geometric_mean({})));
  EXPECT_TRUE(std::isnan(geometric_mean({1, 0})));
  EXPECT_TRUE(std::isnan(geometric_mean({1, -2})));
}

BenchRow bench_row(std::string_view kernel, std::uint64_t n, double cold_us, std::optional<double> warm_us = {}) {
  BenchRow row;
  row.kernel = kernel;
  row.n = n;
  row.bytes = 4.0 * static_cast<double>(n);
  row.times.cold = {cold_us, cold_us, cold_us, 10, 5};
  if (warm_us) row.times.warm = GraphTimes{*warm_us, *warm_us, *warm_us, 10, 5};
  return row;
}

TEST(BenchRows, AreComparedWithThoseOfTheirSize) {
  std::vector<BenchRow> rows = {bench_row("read_limit", 1024, 2, 1), bench_row("segmented", 1024, 8, 4),
                                bench_row("cub", 1024, 4), bench_row("read_limit", 4096, 3),
                                bench_row("segmented", 4096, 6)};
  add_ratios(rows);
  EXPECT_EQ(rows[1].of_read_limit, 0.25);
  EXPECT_EQ(rows[1].of_read_limit_warm, 0.25);
  EXPECT_EQ(rows[1].to_cub, 0.5);
  EXPECT_FALSE(rows[1].to_cub_warm) << "CUB has no warm time";
  EXPECT_EQ(rows[2].to_cub, 1.0);
  EXPECT_EQ(rows[4].of_read_limit, 0.5);
  EXPECT_FALSE(rows[4].to_cub) << "CUB of another size is no peer";
  EXPECT_DOUBLE_EQ(gbps(rows[1], rows[1].times.cold), 4096.0 / 8 * 1e-3);
}

TEST(BenchRows, WhatWasSkippedIsNoPeer) {
  std::vector<BenchRow> rows = {bench_row("cub", 1024, 4), bench_row("segmented", 1024, 8)};
  rows[0].skipped = "no";
  add_ratios(rows);
  EXPECT_FALSE(rows[1].to_cub);
  EXPECT_TRUE(summaries(rows).empty());
}

TEST(BenchSummary, MeansOverSmallSizesAndTheLeastOverAll) {
  std::vector<BenchRow> rows;
  const auto add = [&](std::uint64_t n, double own_cold, double own_warm) {
    rows.push_back(bench_row("read_limit", n, 5));
    rows.push_back(bench_row("cub", n, 10, 10));
    rows.push_back(bench_row("fast", n, own_cold, own_warm));
  };
  add(1 << 10, 5, 10);     // 2 cold, 1 warm
  add(1 << 22, 20, 2.5);   // 0.5 cold, 4 warm
  add(1 << 24, 40, 12.5);  // 0.25 cold, 0.8 warm: not small
  add_ratios(rows);
  const auto all = summaries(rows);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].kernel, "cub");
  EXPECT_NEAR(all[0].small_mean, 1, 1e-12);
  EXPECT_EQ(all[1].kernel, "fast");
  EXPECT_NEAR(all[1].small_mean, 1, 1e-12);
  EXPECT_NEAR(all[1].small_mean_warm, 2, 1e-12);
  EXPECT_EQ(all[1].least, 0.25);
  EXPECT_EQ(all[1].least_at, 1u << 24);
  EXPECT_EQ(all[1].largest_of_read_limit, 5.0 / 40);
}

TEST(ProbeSizes, ClimbSoThatNoStepIsLong) {
  EXPECT_EQ(probe_sizes(1000), std::vector<std::uint64_t>{1000});
  EXPECT_EQ(probe_sizes(1 << 14), std::vector<std::uint64_t>{1 << 14});
  for (const std::uint64_t n : {(1ull << 14) + 1, 1ull << 20, 1ull << 33, 3'000'000'000ull}) {
    const auto sizes = probe_sizes(n);
    EXPECT_EQ(sizes.back(), n);
    for (std::size_t i = 1; i < sizes.size(); ++i) {
      EXPECT_GT(sizes[i], sizes[i - 1]);
      EXPECT_LE(sizes[i], 16 * sizes[i - 1]);
    }
  }
}

/// A GPU that takes a second to load a kernel's code, then `us` for each 2^14 elements and `least` for any.
struct PlayedGpu {
  double us = 1, least = 3, loading_us = 1e6;
  std::vector<std::uint64_t> launched = {};

  std::optional<Trial> try_at(std::uint64_t n, std::string& skipped, const char* kernel = "two_pass_unrolled") {
    RunRequest request;
    request.kernel = kernel;
    request.n = n;
    const auto launch = [this](const RunRequest& smaller) {
      const double warm_us = std::max(least, us * static_cast<double>(smaller.n) / (1 << 14));
      launched.push_back(smaller.n);
      return Trial{{}, launched.size() == 1 ? loading_us : warm_us};
    };
    return try_affordable(launch, request, skipped);
  }
};

TEST(TryAffordable, DoesNotTakeTheLoadingOfAKernelForItsTime) {
  std::string skipped;
  const auto trial = PlayedGpu{}.try_at(1 << 26, skipped);
  ASSERT_TRUE(trial) << skipped;
  EXPECT_EQ(trial->time_us, 1 << 12);
  // Nor where N alone can be tried, because the arrays' places follow from it.
  EXPECT_TRUE((PlayedGpu{.us = 0}.try_at(512, skipped, "matmul_naive"))) << skipped;
}

TEST(TryAffordable, TriesEveryLaunchThatFits) {
  for (const double least : {3.0, 2e3, 20e3})
    for (const std::uint64_t n : {1ull << 15, 1ull << 22, 1ull << 28})
      for (const double share : {0.001, 0.5, 0.999}) {
        std::string skipped;
        const double us = share * kSlowestUs * (1 << 14) / static_cast<double>(n);
        EXPECT_TRUE((PlayedGpu{.us = us, .least = least}.try_at(n, skipped)))
            << least << ' ' << n << ' ' << skipped;
      }
}

TEST(TryAffordable, FindsOutAHopelessOneBeforeItsN) {
  std::string skipped;
  PlayedGpu gpu{.us = 400};
  EXPECT_FALSE(gpu.try_at(1 << 30, skipped));
  EXPECT_EQ(skipped, "too slow: about 26 s for one result, from 102 ms at N = 4194304; the bench stops at 100 ms");
  EXPECT_LT(gpu.launched.back(), 1u << 30);
  skipped.clear();
  EXPECT_FALSE((PlayedGpu{.us = 1.1 * kSlowestUs}.try_at(1 << 14, skipped))) << "what was tried, and is too slow";
  EXPECT_NE(skipped, "");
}

TEST(BenchPlan, TakesLongerWithMoreOfEverything) {
  BenchPlan plan{.requests = {RunRequest{}}, .sizes = {1024}, .effort = {}};
  const double one = estimated_seconds(plan);
  plan.requests.resize(10);
  const double ten = estimated_seconds(plan);
  EXPECT_GT(ten, one);
  plan.sizes.push_back(1ull << 30);
  EXPECT_GT(estimated_seconds(plan), 2 * ten - one);
}

BenchReport report_of_rows() {
  BenchReport report_of_rows;
  report_of_rows.provenance = {"cuda",  NumberKind::measured,   "NVIDIA H200",
                               "580.1", "2026-01-02T03:04:05Z", "lanescope bench \"x\", y"};
  report_of_rows.rows = {bench_row("read_limit", 1024, 2, 1), bench_row("cub", 1024, 4, 2),
                         bench_row("segmented", 1024, 8)};
  report_of_rows.rows[2].shape = "grid 2 x block 256";
  report_of_rows.rows[2].times.kernel_alone = GraphTimes{6.5, 6, 7, 10, 5};
  auto& skipped = report_of_rows.rows.emplace_back(bench_row("serial", 1024, 0));
  skipped.skipped = "too slow, by far";
  add_ratios(report_of_rows.rows);
  return report_of_rows;
}

TEST(BenchReport, JsonSaysWhereEveryNumberComesFrom) {
  const auto json = bench_json(report_of_rows());
  for (const char* key : {"kind", "device", "driver", "date", "command", "method", "op", "type"})
    EXPECT_FALSE(json[key].get<std::string>().empty()) << key;
  EXPECT_EQ(json["kind"], "measured");
  ASSERT_EQ(json["rows"].size(), 4u);
  const auto& row = json["rows"][2];
  EXPECT_EQ(row["kernel"], "segmented");
  EXPECT_TRUE(row["skipped"].is_null());
  EXPECT_EQ(row["cold"]["time_us"], 8.0);
  EXPECT_EQ(row["cold"]["method"], "graph_cold");
  EXPECT_EQ(json["rows"][1]["warm"]["method"], "graph_warm");
  EXPECT_EQ(row["kernel_alone"]["time_us"], 6.5) << "named so, and beside nothing";
  EXPECT_FALSE(row["kernel_alone"].contains("cub_over_this"));
  EXPECT_TRUE(json["rows"][1]["kernel_alone"].is_null());
  EXPECT_EQ(row["cold"]["cub_over_this"], 0.5);
  EXPECT_EQ(row["cold"]["of_read_limit"], 0.25);
  EXPECT_TRUE(row["warm"].is_null());
  EXPECT_EQ(json["rows"][3]["skipped"], "too slow, by far");
  EXPECT_TRUE(json["rows"][3]["cold"].is_null()) << "no time is invented";
  EXPECT_EQ(json["summary"].size(), 2u);
}

TEST(BenchReport, CsvHasAsManyCellsInEveryLine) {
  const std::string text = bench_csv(report_of_rows());
  std::vector<std::size_t> cells;
  bool quoted = false;
  std::size_t commas = 0;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) ++commas;
    if (c == '\n') {
      cells.push_back(commas + 1);
      commas = 0;
    }
  }
  EXPECT_EQ(cells, std::vector<std::size_t>(5, 20));
  EXPECT_NE(text.find("\"lanescope bench \"\"x\"\", y\""), std::string::npos);
}

TEST(LaunchShape, GrowsFromOneBlockToAllThatTheSmsHold) {
  const DeviceShape h200{132, 2048};
  const auto shape = [&](unsigned log2_n) {
    const LaunchShape chosen = launch_shape(std::uint64_t{1} << log2_n, sizeof(float), h200);
    return std::pair<std::uint64_t, unsigned>(chosen.grid_dim, chosen.block_dim);
  };
  using Shape = std::pair<std::uint64_t, unsigned>;
  // A thread takes 16 floats: one block as long as 1024 threads are enough.
  EXPECT_EQ(shape(0), Shape(1, 128));
  EXPECT_EQ(shape(11), Shape(1, 128));
  EXPECT_EQ(shape(12), Shape(1, 256));
  EXPECT_EQ(shape(14), Shape(1, 1024));
  EXPECT_EQ(shape(15), Shape(8, 256)) << "too few for a block that only collects";
  EXPECT_EQ(shape(16), Shape(33, 128)) << "32 tiles of 2048 floats, and a block that collects";
  EXPECT_EQ(shape(18), Shape(65, 256));
  EXPECT_EQ(shape(20), Shape(257, 256));
  EXPECT_EQ(shape(22), Shape(513, 512));
  EXPECT_EQ(shape(24), Shape(528, 512)) << "four blocks of 512 on each of 132 SMs";
}

TEST(OwnShape, FollowsFromNAndTheDevice) {
  RunRequest request;
  request.kernel = "vectorized";
  EXPECT_EQ(own_shape(request), OwnShape::none) << "it has none yet";
  for (const std::uint64_t n : {1ull << 10, 1ull << 14, 1ull << 18, 1ull << 22, 1ull << 28}) {
    request.n = n;
    request.grid_dim.reset();
    choose_launch_shape(request);
    EXPECT_EQ(own_shape(request), OwnShape::all) << n;
    RunRequest grid_alone = request;
    grid_alone.grid_dim.reset();
    choose_grid(grid_alone);
    EXPECT_EQ(grid_alone.grid_dim, request.grid_dim)
        << "with the block that the rule chooses, the same grid: " << n;
    grid_alone.block_dim = request.block_dim == 32 ? 64 : 32;
    choose_again(grid_alone, OwnShape::grid);
    EXPECT_EQ(own_shape(grid_alone), OwnShape::grid);
    EXPECT_FALSE(refusal(grid_alone));
    request.n *= 64;
    choose_again(request, OwnShape::all);
    EXPECT_EQ(own_shape(request), OwnShape::all);
  }
  request.grid_dim = 128;
  EXPECT_EQ(own_shape(request), OwnShape::none) << "a user's choice";
  choose_again(request, OwnShape::none);
  EXPECT_EQ(request.grid_dim, 128u);
  request.kernel = "segmented";
  EXPECT_EQ(own_shape(request), OwnShape::none);
  request.grid_dim.reset();
  choose_grid(request);
  EXPECT_FALSE(request.grid_dim) << "N decides";
}

RunRequest bench_request(std::string_view kernel) {
  RunRequest request;
  request.kernel = kernel;
  request.backend = BackendChoice::emulator;
  return request;
}

TEST(SweepPoints, AreAllCombinations) {
  const SweepLists lists{.n = {1000, 4000}, .grid_dim = {}, .block_dim = {32, 64, 128}, .coarse_factor = {1, 4}};
  const auto points = sweep_points({bench_request("coarsened")}, lists);
  EXPECT_EQ(points.size(), 12u);
  for (const auto& point : points) {
    EXPECT_EQ(point.skipped, "");
    EXPECT_EQ(point.launch, launch_config(point.request));
  }
}

TEST(SweepPoints, ImpossibleOnesSayWhy) {
  const SweepLists lists{.n = {1000}, .grid_dim = {}, .block_dim = {48, 64}, .coarse_factor = {1, 2}};
  const auto points = sweep_points({bench_request("segmented")}, lists);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_NE(points[0].skipped.find("power of two"), std::string::npos);
  EXPECT_EQ(points[2].skipped, "");
  EXPECT_NE(points[3].skipped.find("COARSE_FACTOR must be 1"), std::string::npos);
  EXPECT_NE(sweep_points({bench_request("sequential")}, {}).at(0).skipped, "");
  EXPECT_NE(sweep_points({bench_request("cub")}, {}).at(0).skipped, "");
  EXPECT_NE(
      sweep_points({bench_request("segmented")}, {.n = {0}, .grid_dim = {}, .block_dim = {}, .coarse_factor = {}})
          .at(0)
          .skipped,
      "");
}

TEST(SweepPoints, TheSameLaunchIsRunOnce) {
  const SweepLists lists{.n = {100}, .grid_dim = {}, .block_dim = {32, 64, 128}, .coarse_factor = {}};
  const auto points = sweep_points({bench_request("serial")}, lists);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].skipped, "");
  EXPECT_EQ(points[1].skipped, "the same launch as above");
  EXPECT_EQ(points[2].skipped, "the same launch as above");
}

TEST(SweepPoints, OfAKernelWithItsOwnRuleFollowIt) {
  const SweepLists lists{
      .n = {1 << 14, 1 << 22}, .grid_dim = {}, .block_dim = {256, 512, 1024}, .coarse_factor = {}};
  std::vector<std::uint64_t> grids;
  for (const auto& point : sweep_points({bench_request("vectorized")}, lists))
    grids.push_back(point.launch.grid_dim);
  // A tile each: 256 threads take 4096 floats. From a quarter as many blocks as the SMs on, one more collects.
  EXPECT_EQ(grids, (std::vector<std::uint64_t>{4, 2, 1, 1025, 513, 257}));
}

TEST(Sweep, OnTheEmulatorCountsAndInventsNoTime) {
  auto points = sweep_points({bench_request("coarsened")},
                             {.n = {5000}, .grid_dim = {}, .block_dim = {64}, .coarse_factor = {1, 2, 4}});
  Progress progress;
  EXPECT_TRUE(run_sweep(points, progress));
  for (const auto& point : points) {
    ASSERT_TRUE(point.totals);
    EXPECT_FALSE(point.timing);
    const std::uint64_t blocks =
        (5000 + 128 * point.request.coarse_factor - 1) / (128 * point.request.coarse_factor);
    EXPECT_EQ(point.totals->of(AccessKind::atomic).requests, blocks);
  }
  EXPECT_TRUE(recording_of(points, {}).times.empty());
}

TEST(Sweep, CancelledKeepsWhatWasDone) {
  auto points = sweep_points({bench_request("coarsened")}, {});
  Progress progress;
  progress.cancel();
  EXPECT_FALSE(run_sweep(points, progress));
  EXPECT_FALSE(points[0].done());
}

}  // namespace
}  // namespace lanescope
