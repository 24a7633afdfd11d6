// Sweeps in files: round trip, damage, and looking up a launch.
#include "engine/recorded/recorded_sweep.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/base/error.h"
#include "engine/request/refusals.h"

namespace lanescope {
namespace {

LaunchConfig sweep_launch(std::uint64_t n, unsigned block_dim, unsigned coarse_factor, std::uint64_t grid_dim,
                          Combining combining = Combining::atomic) {
  return {.n = n,
          .grid_dim = grid_dim,
          .block_dim = block_dim,
          .coarse_factor = coarse_factor,
          .elements_per_block = 7,
          .shared_elements = 9,
          .combining = combining};
}

RecordedSweep sweep() {
  RecordedSweep sweep;
  sweep.provenance = {"cuda",  NumberKind::measured,   "NVIDIA H200",
                      "580.1", "2026-01-02T03:04:05Z", "lanescope sweep, \"all\""};
  sweep.op = Op::max;
  sweep.type = ElementType::int32;
  sweep.times = {{"coarsened", sweep_launch(4096, 256, 4, 2), 2.5, 2.25, 3, 20},
                 {"coarsened", sweep_launch(4096, 128, 4, 4), 3.5, 3.25, 4, 20},
                 {"warp_shuffle", sweep_launch(4096, 128, 1, 32, Combining::relaunch), 4.5, 4.25, 5, 20},
                 {"cub", sweep_launch(1ull << 33, 1, 1, 0), 7500, 7400, 7600, 3}};
  return sweep;
}

std::string sweep_refusal(const std::string& bytes) {
  try {
    decode_sweep(bytes, "FILE");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_TRUE(std::string(error.what()).starts_with("FILE")) << error.what();
    return error.what();
  }
  return "";
}

TEST(RecordedSweep, GivesBackEveryTime) {
  const auto saved = sweep();
  const auto read = decode_sweep(encode_sweep(saved), "FILE");
  EXPECT_EQ(read.provenance.kind, NumberKind::recorded) << "measured then, recorded now";
  EXPECT_EQ(read.provenance.device, "NVIDIA H200");
  EXPECT_EQ(read.provenance.driver, "580.1");
  EXPECT_EQ(read.provenance.date, "2026-01-02T03:04:05Z");
  EXPECT_EQ(read.provenance.command, saved.provenance.command);
  EXPECT_EQ(read.op, Op::max);
  EXPECT_EQ(read.type, ElementType::int32);
  ASSERT_EQ(read.times.size(), saved.times.size());
  for (std::size_t i = 0; i < read.times.size(); ++i) {
    EXPECT_EQ(read.times[i].kernel, saved.times[i].kernel);
    EXPECT_EQ(read.times[i].launch.n, saved.times[i].launch.n);
    EXPECT_EQ(read.times[i].launch.combining, saved.times[i].launch.combining);
    EXPECT_EQ(read.times[i].time_us, saved.times[i].time_us);
    EXPECT_EQ(read.times[i].repeats, saved.times[i].repeats);
  }
  EXPECT_EQ(encode_sweep(read), encode_sweep(saved));
}

TEST(RecordedSweep, IsSmall) {
  auto large = sweep();
  large.times.assign(1000, large.times[0]);
  EXPECT_LT(encode_sweep(large).size(), 50u * 1000);
}

TEST(RecordedSweep, CutAtAnyByteSaysSo) {
  const std::string good = encode_sweep(sweep());
  for (std::size_t length = 0; length < good.size(); ++length)
    ASSERT_NE(sweep_refusal(good.substr(0, length)), "") << length;
  EXPECT_EQ(sweep_refusal(good.substr(0, good.size() - 1)),
            "FILE: it is damaged or cut short (its checksum does not match).");
}

TEST(RecordedSweep, NoFlippedBitGoesUnseen) {
  const std::string good = encode_sweep(sweep());
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    ASSERT_NE(sweep_refusal(bad), "") << i;
  }
}

TEST(RecordedSweep, FlippedBitsBehindAChecksumThatFitsNeverCrash) {
  const std::string good = encode_sweep(sweep()), body = good.substr(good.find('\n') + 1);
  std::mt19937 random(2);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bad = body;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    refused += !sweep_refusal(with_first_line(kSweepFormat, bad)).empty();
  }
  EXPECT_GT(refused, 1000) << "most fields are checked";
}

TEST(RecordedSweep, RefusesOtherFilesAndOtherVersions) {
  EXPECT_EQ(sweep_refusal(""), "FILE: it is not a Lanescope sweep.");
  EXPECT_EQ(sweep_refusal("lanescope-recording 1 0\n"), "FILE: it is not a Lanescope sweep.");
  EXPECT_NE(sweep_refusal("lanescope-sweep 2 whatever\n").find("it has version 2 of the format"),
            std::string::npos);
}

TEST(RecordedSweep, NamesTheLineThatIsWrong) {
  const std::string head = R"({"device":"NVIDIA H200"})"
                           "\nkernel,n,block_dim,coarse_factor,grid_dim,combining,time_us,min_us,max_us,repeats\n";
  const struct {
    std::string body, message;
  } cases[] = {
      {"x\n", "line 2: it must be JSON"},
      {"{}\n", "line 2: it must name the device"},
      {R"({"device":"H","op":"mean"})"
       "\n",
       "line 2: op is \"mean\""},
      {R"({"device":"H","method":"single"})"
       "\n",
       "line 2: its method must be graph_cold"},
      {R"({"device":"H"})"
       "\nkernel\n",
       "line 3: it must be 'kernel,n,"},
      {head + "a,1,2,3,4,atomic,1,1,1\n", "line 4: it must have 10 cells"},
      {head + "a,1,2,3,4,atomic,1,1,1,1,1\n", "line 4: it must have 10 cells"},
      {head + "a,1,2,3,4,atomic,1,1,1,1\na,-1,2,3,4,atomic,1,1,1,1\n", "line 5: '-1' must be a whole number"},
      {head + "a,1,2,3,4,queue,1,1,1,1\n", "'queue' must be one of atomic"},
      {head + "a,1,2,3,4,atomic,0,1,1,1\n", "'0' must be a time above 0"},
      {head + "a,1,2,3,4,atomic,inf,1,1,1\n", "'inf' must be a time above 0"},
      {head + ",1,2,3,4,atomic,1,1,1,1\n", "its kernel has no name"}};
  for (const auto& c : cases) {
    const auto refused = sweep_refusal(with_first_line(kSweepFormat, c.body));
    EXPECT_NE(refused.find(c.message), std::string::npos) << c.body << refused;
  }
  EXPECT_EQ(sweep_refusal(with_first_line(kSweepFormat, head)), "") << "a sweep may hold nothing";
}

TEST(RecordedTimingLookup, IsOfThisVeryLaunch) {
  const std::vector<RecordedSweep> sweeps = {decode_sweep(encode_sweep(sweep()), "FILE")};
  const auto of = [&](const std::string& kernel, const LaunchConfig& launch, Op op = Op::max,
                      ElementType type = ElementType::int32) {
    return recorded_timing(sweeps, kernel, launch, op, type);
  };
  LaunchConfig launch = sweep_launch(4096, 256, 4, 2);
  launch.shared_elements = 0;  // follows from the rest
  const auto found = of("coarsened", launch);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->timing.time_us, 2.5);
  EXPECT_EQ(found->timing.method, TimeMethod::graph_cold);
  EXPECT_NEAR(found->timing.bandwidth_gbps, 4096 * 4 / 2.5e-6 * 1e-9, 1e-9);
  EXPECT_EQ(found->provenance.kind, NumberKind::recorded);
  EXPECT_EQ(of("coarsened", sweep_launch(4096, 128, 4, 4))->timing.time_us, 3.5);
  EXPECT_FALSE(of("coarsened", sweep_launch(4096, 256, 2, 4)));
  EXPECT_FALSE(of("coarsened", sweep_launch(4097, 256, 4, 3)));
  EXPECT_FALSE(of("segmented", launch));
  EXPECT_FALSE(of("coarsened", launch, Op::sum));
  EXPECT_FALSE(of("coarsened", launch, Op::max, ElementType::float32));
  EXPECT_FALSE(of("warp_shuffle", sweep_launch(4096, 128, 1, 32)));
  EXPECT_TRUE(of("warp_shuffle", sweep_launch(4096, 128, 1, 32, Combining::relaunch)));
  EXPECT_TRUE(of("cub", {.n = 1ull << 33, .grid_dim = 0}));
}

TEST(TimeOfARun, IsOneWhoeverShowsIt) {
  lanescope::Run run;
  run.request.kernel = "coarsened";
  run.launch = sweep_launch(4099, 256, 4, 3);  // of no recorded sweep
  EXPECT_FALSE(time_of(run));
  const Timing graph{2, 2, 2, 1, 20, TimeMethod::graph_cold}, single{5, 5, 5, 1, 20, TimeMethod::single};
  const Provenance here{"cuda", NumberKind::measured, "NVIDIA H200", "", "", ""};
  const Provenance there{"cuda", NumberKind::recorded, "NVIDIA H200", "", "2026-01-02", ""};
  run.recorded = RecordedTiming{graph, there};
  EXPECT_EQ(time_of(run)->timing.time_us, 2);
  run.timing = single;
  run.provenance = here;
  EXPECT_EQ(time_of(run)->timing.method, TimeMethod::single) << "what this GPU says now, as what it is";
  run.provenance = there;
  EXPECT_EQ(time_of(run)->timing.method, TimeMethod::graph_cold) << "a recording's own time is a single launch's";
  run.recorded.reset();
  EXPECT_EQ(time_of(run)->timing.time_us, 5) << "but the only one, where no sweep holds the launch";
}

TEST(TimeOfARun, IsThatOfTheSweepsWhereARecordingHoldsAnother) {
  ASSERT_FALSE(recorded_sweeps().empty());
  const RecordedSweep& sweep = recorded_sweeps()[0];
  lanescope::Run run;
  run.request.op = sweep.op;
  run.request.type = sweep.type;
  run.request.kernel = sweep.times[0].kernel;
  run.launch = sweep.times[0].launch;
  run.timing = Timing{sweep.times[0].time_us * 3, 1, 2, 1, 20, TimeMethod::single};
  run.provenance = sweep.provenance;
  const auto found = recorded_timing(recorded_sweeps(), run.request.kernel, run.launch, sweep.op, sweep.type);
  EXPECT_EQ(time_of(run)->timing.time_us, found->timing.time_us);
  run.provenance.device = "another GPU";
  EXPECT_EQ(time_of(run)->timing.method, TimeMethod::single) << "not beside another GPU's";
}

TEST(Comparable, AreTimesOfOneMethodKindAndGpu) {
  const Provenance from{"cuda", NumberKind::recorded, "NVIDIA H200", "", "2026-01-02", ""};
  const RecordedTiming graph{{2, 2, 2, 1, 20, TimeMethod::graph_cold}, from};
  EXPECT_TRUE(comparable(graph, graph));
  for (const auto method : {TimeMethod::single, TimeMethod::graph_warm, TimeMethod::block_clocks}) {
    RecordedTiming other = graph;
    other.timing.method = method;
    EXPECT_FALSE(comparable(graph, other)) << name_of(method);
  }
  RecordedTiming here = graph, elsewhere = graph;
  here.provenance.kind = NumberKind::measured;
  elsewhere.provenance.device = "NVIDIA A100";
  EXPECT_FALSE(comparable(graph, here));
  EXPECT_FALSE(comparable(graph, elsewhere));
}

LaunchConfig product_of(const std::string& kernel, MatrixSizes sizes, unsigned tile_width, unsigned coarse_factor) {
  RunRequest request;
  request.kernel = kernel;
  request.n = sizes.rows;
  request.matrices = sizes;
  request.tile_width = tile_width;
  request.coarse_factor = coarse_factor;
  return launch_config(request);
}

LaunchConfig vectors_of(std::uint64_t n) {
  RunRequest request;
  request.kernel = "vector_add";
  request.n = n;
  return launch_config(request);
}

/// Products of several sizes, and what has no tiles, in one sweep.
RecordedSweep products() {
  RecordedSweep all = sweep();
  all.op = Op::sum;
  all.type = ElementType::float32;
  all.times = {{"matmul_coarsened", product_of("matmul_coarsened", {1024, 1024, 1024}, 32, 4), 200, 190, 210, 20},
               {"matmul_coarsened", product_of("matmul_coarsened", {1024, 1024, 1024}, 16, 4), 300, 290, 310, 20},
               {"matmul_coarsened", product_of("matmul_coarsened", {1024, 512, 1024}, 32, 4), 100, 90, 110, 20},
               {"vector_add", vectors_of(1 << 20), 5, 4, 6, 20},
               {"cub", {.n = 1 << 20, .grid_dim = 0}, 4, 3, 5, 20}};
  return all;
}

TEST(RecordedSweep, OfMatricesGivesBackEveryLaunch) {
  const std::string text = encode_sweep(products());
  EXPECT_NE(text.find("repeats,inner,columns,tile_width\n"), std::string::npos);
  const RecordedSweep read = decode_sweep(text, "FILE");
  EXPECT_EQ(encode_sweep(read), text);
  ASSERT_EQ(read.times.size(), 5u);
  EXPECT_EQ(read.times[2].launch.matrices, (MatrixSizes{1024, 512, 1024}));
  EXPECT_EQ(read.times[1].launch.tile_width, 16u);
  EXPECT_EQ(read.times[3].launch.tile_width, 0u);
  EXPECT_EQ(read.times[3].launch.matrices, MatrixSizes{});
  EXPECT_EQ(encode_sweep(sweep()).find("tile_width"), std::string::npos) << "reductions alone are kept as before";
}

TEST(RecordedSweep, OfMatricesIsLookedUpByTheirSizes) {
  const std::vector<RecordedSweep> sweeps = {decode_sweep(encode_sweep(products()), "FILE")};
  const auto time_of = [&](const std::string& kernel, const LaunchConfig& launch) {
    const auto found = recorded_timing(sweeps, kernel, launch, Op::sum, ElementType::float32);
    return found ? found->timing.time_us : 0;
  };
  const std::string kernel = "matmul_coarsened";
  EXPECT_EQ(time_of(kernel, product_of(kernel, {1024, 1024, 1024}, 32, 4)), 200);
  EXPECT_EQ(time_of(kernel, product_of(kernel, {1024, 1024, 1024}, 16, 4)), 300);
  EXPECT_EQ(time_of(kernel, product_of(kernel, {1024, 512, 1024}, 32, 4)), 100) << "the same grid, other matrices";
  EXPECT_EQ(time_of(kernel, product_of(kernel, {1024, 256, 1024}, 32, 4)), 0);
  EXPECT_EQ(time_of(kernel, product_of(kernel, {1024, 1024, 1024}, 32, 2)), 0);
  EXPECT_EQ(time_of("vector_add", vectors_of(1 << 20)), 5);
  const auto square = product_of(kernel, {1024, 1024, 1024}, 32, 4);
  const auto found = recorded_timing(sweeps, kernel, square, Op::sum, ElementType::float32);
  EXPECT_NEAR(found->timing.bandwidth_gbps, 3 * 4.0 * 1024 * 1024 / 200e-6 * 1e-9, 1e-9) << "three matrices, once";
  EXPECT_NEAR(recorded_timing(sweeps, "vector_add", vectors_of(1 << 20), Op::sum, ElementType::float32)
                  ->timing.bandwidth_gbps,
              3 * 4.0 * (1 << 20) / 5e-6 * 1e-9, 1e-9);
}

TEST(RecordedSweep, OfMatricesIsRefusedWhereItIsDamaged) {
  const std::string good = encode_sweep(products()), body = good.substr(good.find('\n') + 1);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string bad = body;
    const auto at = bad.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return sweep_refusal(with_first_line(kSweepFormat, bad.replace(at, from.size(), to)));
  };
  EXPECT_NE(changed(",20,0,0,0", ",20,5,0,0").find("matrices without a tile_width"), std::string::npos);
  EXPECT_NE(changed(",1024,1024,32", ",1024,32").find("line 4: it must have 13 cells"), std::string::npos);
  EXPECT_NE(changed(",1024,1024,32", ",1024,1024,-32").find("'-32' must be a whole number"), std::string::npos);
  EXPECT_NE(changed(",inner,columns,tile_width", ",inner").find("line 3: it must be 'kernel,n,"),
            std::string::npos);
  std::mt19937 random(4);
  for (int i = 0; i < 3000; ++i) {
    std::string bad = body;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    sweep_refusal(with_first_line(kSweepFormat, bad));
  }
}

TEST(RecordedSweeps, ThatComeWithTheProgramAreReadable) {
  for (const auto& sweep : recorded_sweeps()) {
    EXPECT_FALSE(sweep.times.empty());
    EXPECT_FALSE(sweep.provenance.driver.empty());
    EXPECT_FALSE(sweep.provenance.command.empty());
  }
}

}  // namespace
}  // namespace lanescope
