// The roofline: closed forms of the two sides of the ridge, the book's ratios, and where limits come from.
#include "engine/analysis/roofline.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/error.h"
#include "engine/bench/bench_report.h"
#include "engine/recorded/recorded_limit.h"
#include "engine/session.h"
#include "engine/workload/sequential_work.h"

namespace lanescope {
namespace {

RooflineLimits limits(double bandwidth_gbps, double compute_gflops) {
  return {SourcedNumber{bandwidth_gbps, NumberKind::recorded, "GPU"},
          SourcedNumber{compute_gflops, NumberKind::recorded, "GPU"}};
}

TEST(Roofline, IsASlopeAndAFlatTop) {
  // 1000 GB/s and 8000 GFLOP/s meet at 8 FLOP/B.
  for (const double intensity : {0.25, 1.0, 7.99, 8.0, 12.8, 100.0}) {
    const Roofline roof = roofline({.operations = intensity * 64, .loaded_bytes = 64}, limits(1000, 8000));
    EXPECT_DOUBLE_EQ(roof.loaded.intensity, intensity);
    EXPECT_DOUBLE_EQ(roof.loaded.attainable_gflops->value, intensity < 8 ? intensity * 1000 : 8000);
    EXPECT_EQ(roof.loaded.attainable_gflops->kind, NumberKind::predicted);
    EXPECT_EQ(roof.loaded.attainable_gflops->source, "GPU");
    EXPECT_EQ(roof.loaded.memory_bound, intensity < 8);
    EXPECT_DOUBLE_EQ(*roof.ridge, 8);
  }
}

TEST(Roofline, TellsNothingThatIsNotKnown) {
  const RooflineWork work{.operations = 100, .loaded_bytes = 400, .sequential_operations = 100};
  RooflineLimits no_compute = limits(1000, 1);
  no_compute.compute_gflops.reset();
  for (const RooflineLimits& some : {RooflineLimits{}, no_compute}) {
    const Roofline roof = roofline(work, some);
    EXPECT_EQ(roof.loaded.intensity, 0.25);
    EXPECT_FALSE(roof.loaded.attainable_gflops || roof.ridge || roof.achieved_gflops);
  }
  const Roofline idle = roofline({.loaded_bytes = 400}, limits(1000, 8000));
  EXPECT_EQ(idle.loaded.intensity, 0);
  EXPECT_FALSE(idle.loaded.attainable_gflops);
  const Roofline in_registers = roofline({.operations = 1}, limits(1000, 8000));
  EXPECT_TRUE(std::isinf(in_registers.loaded.intensity));
  EXPECT_EQ(in_registers.loaded.attainable_gflops->value, 8000);
  EXPECT_FALSE(in_registers.loaded.memory_bound);
}

TEST(Roofline, AchievesSequentialOperationsOverTime) {
  RooflineWork work{.operations = 3e6, .loaded_bytes = 1, .least_bytes = 4, .sequential_operations = 2e6};
  work.time_us = {10, NumberKind::recorded, "NVIDIA H200, 2026"};
  const Roofline roof = roofline(work, limits(1, 1));
  EXPECT_DOUBLE_EQ(roof.achieved_gflops->value, 200) << "2e6 in 10 us; the redundant million does not count";
  EXPECT_EQ(roof.achieved_gflops->kind, NumberKind::recorded);
  EXPECT_EQ(roof.achieved_gflops->source, "NVIDIA H200, 2026");
  EXPECT_DOUBLE_EQ(roof.least.intensity, 5e5);
}

lanescope::Run traced(std::string_view kernel, std::uint64_t n, unsigned tile_width = 16,
                      unsigned coarse_factor = 1) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.tile_width = tile_width;
  request.coarse_factor = coarse_factor;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  return run(request, progress);
}

TEST(Roofline, OfTheBooksMatrixProducts) {
  const RooflineLimits some = limits(1000, 4000);
  const auto of = [&](const lanescope::Run& run) { return roofline_of(run, some)->loaded; };
  EXPECT_EQ(of(traced("matmul_naive", 64)).intensity, 0.25);
  EXPECT_EQ(of(traced("matmul_naive", 64)).attainable_gflops->value, 250);
  EXPECT_EQ(of(traced("matmul_tiled", 64, 16)).intensity, 4);
  EXPECT_FALSE(of(traced("matmul_tiled", 64, 16)).memory_bound);
  EXPECT_EQ(of(traced("matmul_tiled", 128, 32)).intensity, 8);
  EXPECT_DOUBLE_EQ(of(traced("matmul_coarsened", 128, 32, 4)).intensity, 12.8);
  // Three matrices of 64 x 64, each once: 2 64^3 operations of 12 64^2 bytes.
  EXPECT_DOUBLE_EQ(roofline_of(traced("matmul_tiled", 64), some)->least.intensity, 64.0 / 6);
  RunRequest plain;
  plain.n = 100;
  plain.backend = BackendChoice::emulator;
  Progress progress;
  EXPECT_FALSE(roofline_of(run(plain, progress), some)) << "without a trace nothing was counted";
}

/// Where no tile is ragged a kernel does no more than a sequential program.
TEST(SequentialWork, IsWhatExactTilesDo) {
  for (const char* kernel : {"matmul_naive", "matmul_tiled", "matmul_coarsened", "vector_add", "rgb_to_gray"}) {
    const lanescope::Run run = traced(kernel, 64, 16, std::string(kernel) == "matmul_coarsened" ? 4 : 1);
    EXPECT_EQ(sequential_operations(run.launch), run.metrics.totals.flop) << kernel;
  }
  const lanescope::Run sum = traced("segmented", 1000);
  EXPECT_EQ(sequential_operations(sum.launch), 999u);
  EXPECT_EQ(sequential_operations({.n = 0}), 0u);
  EXPECT_DOUBLE_EQ(*giga_operations(sum.launch, 1), 0.999);
  EXPECT_FALSE(giga_operations(sum.launch, 0));
}

BenchReport roofline_report() {
  BenchReport roofline_report;
  roofline_report.provenance = {"cuda", NumberKind::measured, "GPU A", "1", "2026-01-02", "lanescope bench"};
  for (const std::uint64_t n : {1000, 1000000}) {
    BenchRow row;
    row.kernel = kReadLimitRow;
    row.n = n;
    row.times.cold = {n == 1000 ? 1.0 : 4.0, 1, 5, 10, 20};
    roofline_report.rows.push_back(row);
  }
  roofline_report.compute_limits = {{ElementType::float32, {2, 1, 3, 4, 5}, 8e6, 256, 8, 132},
                                    {ElementType::float64, {4, 1, 3, 4, 5}, 8e6, 256, 8, 132}};
  return roofline_report;
}

TEST(RooflineLimits, AreReadFromABench) {
  const std::string text = bench_json(roofline_report()).dump();
  const std::vector<RecordedSweep> reads = {decode_read_limit(text, "FILE")};
  const std::vector<RecordedComputeLimits> computes = {decode_compute_limits(text, "FILE")};
  const RooflineLimits single = roofline_limits(reads, computes, "GPU A", ElementType::float32);
  EXPECT_DOUBLE_EQ(single.bandwidth_gbps->value, 1000) << "4e6 bytes in 4 us, not 4e3 in 1 us";
  EXPECT_DOUBLE_EQ(single.compute_gflops->value, 4000) << "8e6 in 2 us";
  EXPECT_EQ(single.compute_gflops->kind, NumberKind::recorded);
  EXPECT_EQ(single.compute_gflops->source, "GPU A, 2026-01-02");
  EXPECT_DOUBLE_EQ(roofline_limits(reads, computes, "GPU A", ElementType::float64).compute_gflops->value, 2000);
  EXPECT_FALSE(roofline_limits(reads, computes, "GPU A", ElementType::int32).compute_gflops);
  EXPECT_FALSE(roofline_limits(reads, computes, "GPU B", ElementType::float32).bandwidth_gbps);
}

TEST(RooflineLimits, OfABenchFromBeforeAreItsReadingAlone) {
  auto json = bench_json(roofline_report());
  json.erase("compute_limits");
  EXPECT_TRUE(decode_compute_limits(json.dump(), "FILE").limits.empty());
  EXPECT_EQ(decode_read_limit(json.dump(), "FILE").times.size(), 2u);
  for (const char* bad :
       {"", "[]", R"({"compute_limits": 3})", R"({"compute_limits": [3]})",
        R"({"compute_limits": [{"type": "float32"}]})", R"({"compute_limits": [{"type": "half", "gflops": 1}]})",
        R"({"compute_limits": [{"type": "float32", "gflops": -1}]})"}) {
    try {
      decode_compute_limits(bad, "FILE");
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_TRUE(std::string(error.what()).starts_with("FILE: ")) << error.what();
    }
  }
}

/// Whatever benches come with the program: what they recorded is what that GPU can do, on every machine.
TEST(RooflineLimits, ThatComeWithTheProgramArePossible) {
  ASSERT_FALSE(recorded_read_limits().empty());
  const auto limits = [](ElementType type) {
    return roofline_limits(recorded_read_limits(), recorded_compute_limits(),
                           recorded_read_limits()[0].provenance.device, type);
  };
  const RooflineLimits single = limits(ElementType::float32);
  ASSERT_TRUE(single.bandwidth_gbps);
  EXPECT_GT(single.bandwidth_gbps->value, 100);
  EXPECT_LT(single.bandwidth_gbps->value, 4800) << "the data sheet of an H200";
  if (!single.compute_gflops) GTEST_SKIP() << "no bench in recordings/ has measured multiply-adds";
  EXPECT_GT(single.compute_gflops->value, 10000);
  EXPECT_LT(single.compute_gflops->value, 67000) << "the same";
  EXPECT_LT(limits(ElementType::float64).compute_gflops->value, single.compute_gflops->value);
}

}  // namespace
}  // namespace lanescope
