// Registers and shared memory of the native builds: the table in its file, what is left open in it, and looking up
// a launch.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/base/error.h"
#include "engine/bench/launch_resources.h"
#include "engine/bench/measured_resources.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/recorded/recorded_resources.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"

namespace lanescope {
namespace {

ResourceTable table() {
  ResourceTable table{"NVIDIA H200",    "580.1", "2026-01-02T03:04:05Z", "lanescope resources --table",
                      "nvcc 13, \"x\"", {}};
  table.rows = {{"segmented", Op::sum, ElementType::float32, false, {}, {}, {18, 0, 0}},
                {"segmented", Op::sum, ElementType::float32, true, {}, {}, {16, 0, 0}},
                {"two_pass_unrolled", Op::max, ElementType::int32, true, 64, {}, {20, 0, 0}},
                {"two_pass_unrolled", Op::max, ElementType::int32, true, 128, {}, {22, 256, 8}},
                {"matmul_coarsened", Op::sum, ElementType::float64, false, {}, 4, {72, 0, 16}}};
  return table;
}

std::string resources_refusal(const std::string& text) {
  try {
    resource_table_from_csv(text, "FILE");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_TRUE(std::string(error.what()).starts_with("FILE")) << error.what();
    return error.what();
  }
  return "";
}

TEST(ResourceTable, GivesBackEveryRow) {
  const ResourceTable read = resource_table_from_csv(to_csv(table()), "FILE");
  EXPECT_EQ(read.device, "NVIDIA H200");
  EXPECT_EQ(read.driver, "580.1");
  EXPECT_EQ(read.date, "2026-01-02T03:04:05Z");
  EXPECT_EQ(read.command, "lanescope resources --table");
  EXPECT_EQ(read.compiler, "nvcc 13, \"x\"");
  EXPECT_EQ(read.rows, table().rows);
}

TEST(ResourceTable, NamesTheLineThatIsWrong) {
  const std::string good = to_csv(table());
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string bad = good;
    const auto at = bad.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return resources_refusal(bad.replace(at, from.size(), to));
  };
  EXPECT_EQ(resources_refusal(""), "FILE: it holds no table that `resources --table` wrote.");
  EXPECT_NE(changed("kernel,op", "kernel,operator").find("line 7: these are not the columns"), std::string::npos);
  EXPECT_NE(changed(",18,0,0", ",18,0").find("line 8: it has 8 cells instead of 9"), std::string::npos);
  EXPECT_NE(changed(",18,0,0", ",-1,0,0").find("line 8: '-1' is no count"), std::string::npos);
  EXPECT_NE(changed("sum,float32", "mean,float32").find("'mean' is none of sum"), std::string::npos);
  EXPECT_NE(changed("atomic", "host").find("'host' is none of atomic, stores"), std::string::npos);
  EXPECT_NE(changed("# gpu: NVIDIA H200", "#").find("FILE: it holds no table"), std::string::npos);
}

TEST(ResourceTable, NeverCrashesOnFlippedBits) {
  const std::string good = to_csv(table());
  std::mt19937 random(3);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    refused += !resources_refusal(bad).empty();
  }
  EXPECT_GT(refused, 1000);
}

RunRequest request_with(std::string_view kernel, unsigned block_dim = 256, unsigned coarse_factor = 1) {
  RunRequest request;
  request.kernel = kernel;
  request.block_dim = block_dim;
  request.coarse_factor = coarse_factor;
  return request;
}

TEST(ResourceTable, IsLookedUpByTheMachineCodeOfALaunch) {
  const std::vector<ResourceTable> tables = {table()};
  const auto of = [&](const RunRequest& request) {
    const auto found = recorded_resources_of(tables, request, launch_config(request));
    return found ? found->resources.registers : 0;
  };
  EXPECT_EQ(of(request_with("segmented")), 18u);
  EXPECT_EQ(of(request_with("segmented", 64)), 18u) << "blockDim was left open";
  RunRequest points = request_with("segmented");
  points.type = ElementType::float64;
  EXPECT_EQ(of(points), 0u);
  EXPECT_EQ(of(request_with("coarsened")), 0u);
  RunRequest unrolled = request_with("two_pass_unrolled", 128);
  unrolled.op = Op::max;
  unrolled.type = ElementType::int32;
  EXPECT_EQ(of(unrolled), 22u);
  unrolled.block_dim = 64;
  EXPECT_EQ(of(unrolled), 20u);
  unrolled.block_dim = 32;
  EXPECT_EQ(of(unrolled), 0u);
  RunRequest matrices = request_with("matmul_coarsened", 256, 4);
  matrices.n = 64;
  matrices.type = ElementType::float64;
  for (const unsigned tile : kTileWidths) {
    matrices.tile_width = tile;
    EXPECT_EQ(of(matrices), 72u);
  }
  matrices.coarse_factor = 2;
  EXPECT_EQ(of(matrices), 0u);
  const auto found =
      recorded_resources_of(tables, request_with("segmented"), launch_config(request_with("segmented")));
  EXPECT_EQ(found->provenance.kind, NumberKind::recorded);
  EXPECT_EQ(found->provenance.device, "NVIDIA H200");
}

/// Rows of one kernel at blockDim 32 and 64 and factor 1, 2 and 4, with registers by a rule.
std::vector<ResourceRow> rows_by(const std::function<unsigned(unsigned, unsigned)>& registers) {
  std::vector<ResourceRow> rows;
  for (const unsigned block_dim : {32u, 64u})
    for (const unsigned factor : {1u, 2u, 4u})
      rows.push_back(
          {"k", Op::sum, ElementType::int32, false, block_dim, factor, {registers(block_dim, factor), 0, 0}});
  return rows;
}

TEST(MergedRows, LeaveOpenWhatMakesNoDifference) {
  EXPECT_EQ(merged(rows_by([](unsigned, unsigned) { return 10; })).size(), 1u);
  EXPECT_EQ(merged(rows_by([](unsigned block_dim, unsigned) { return block_dim; })).size(), 2u);
  EXPECT_EQ(merged(rows_by([](unsigned, unsigned factor) { return factor; })).size(), 3u);
  const auto both = rows_by([](unsigned block_dim, unsigned factor) { return block_dim + factor; });
  EXPECT_EQ(merged(both), both);
  auto two_kernels = both;
  for (ResourceRow row : rows_by([](unsigned, unsigned) { return 7; })) {
    row.kernel = "l";
    two_kernels.push_back(row);
  }
  EXPECT_EQ(merged(two_kernels).size(), both.size() + 1) << "each kernel for itself";
  EXPECT_EQ(merged({}).size(), 0u);
}

TEST(AllLaunches, HaveEveryKernelOperatorAndTypeThatCanRun) {
  std::set<std::string> kernels;
  std::set<unsigned> factors;
  for (const RunRequest& request : all_launches()) {
    EXPECT_FALSE(refusal(request)) << request.kernel;
    kernels.insert(request.kernel);
    if (request.kernel == "matmul_coarsened") factors.insert(request.coarse_factor);
  }
  for (const KernelInfo& kernel : all_kernels())
    EXPECT_EQ(kernels.contains(std::string(kernel.id)), kernel.traced()) << kernel.id;
  EXPECT_EQ(factors.size(), 8u);
}

/// A table of every launch, with registers by a rule in which everything matters somewhere, still knows each of
/// them.
TEST(MergedRows, AnswerForEveryLaunchAsBefore) {
  const auto registers = [](const RunRequest& request, const LaunchConfig& launch) {
    const KernelInfo& kernel = kernel_info(request.kernel);
    return 1 + static_cast<unsigned>(request.op) + 5 * static_cast<unsigned>(request.type) +
           20 * (launch.combining != Combining::atomic) + 40 * (kernel.unrolled ? launch.block_dim : 0) +
           40 * (kernel.workload == Workload::matrix_product ? launch.coarse_factor : 0);
  };
  ResourceTable table{"GPU", "", "", "", "", {}};
  for (const RunRequest& request : all_launches()) {
    const LaunchConfig launch = launch_config(request);
    table.rows.push_back({launch.entry,
                          request.op,
                          request.type,
                          launch.combining != Combining::atomic,
                          launch.block_dim,
                          launch.coarse_factor,
                          {registers(request, launch), 0, 0}});
  }
  const std::size_t all = table.rows.size();
  table.rows = merged(table.rows);
  EXPECT_LT(table.rows.size(), all / 10);
  const std::vector<ResourceTable> read = {resource_table_from_csv(to_csv(table), "FILE")};
  for (const RunRequest& request : all_launches()) {
    const LaunchConfig launch = launch_config(request);
    const auto found = recorded_resources_of(read, request, launch);
    ASSERT_TRUE(found) << request.kernel;
    ASSERT_EQ(found->resources.registers, registers(request, launch)) << request.kernel << ' ' << launch.block_dim;
  }
}

/// Whatever table comes with the program knows every launch that this program can make.
TEST(RecordedResources, KnowEveryLaunch) {
  for (const ResourceTable& one : recorded_resources()) {
    EXPECT_FALSE(one.driver.empty() || one.date.empty() || one.command.empty() || one.compiler.empty());
    const std::vector<ResourceTable> alone = {one};
    for (const RunRequest& request : all_launches()) {
      std::set<std::string> entries;
      for (const LaunchConfig& launch : launches_of(request)) {
        if (!entries.insert(launch.entry).second) continue;
        const auto found = recorded_resources_of(alone, request, launch);
        ASSERT_TRUE(found) << launch.entry << ' ' << name_of(request.op) << ' ' << name_of(request.type);
        EXPECT_GE(found->resources.registers, 1u);
        EXPECT_LE(found->resources.registers, 255u);
      }
    }
  }
}

TEST(LaunchResources, OfAnotherGpuFollowItsLimits) {
  const RunRequest request = request_with("convergent_shared", 512);
  const LaunchConfig launch = launch_config(request);
  const LaunchResources on_t4 = launch_resources(request, launch, &gpu_model("--gpu", "T4"));
  EXPECT_EQ(on_t4.occupancy.allowed[0], 2u) << "1024 threads an SM";
  EXPECT_EQ(on_t4.gpu, "NVIDIA T4");
  EXPECT_FALSE(on_t4.blocks_per_sm_by_cuda) << "nobody asked a T4";
  EXPECT_EQ(on_t4.dynamic_shared_bytes, 4u * launch.shared_elements);
  EXPECT_EQ(on_t4.occupancy.blocks, launch.grid_dim);
}

TEST(LaunchResources, AreWhatCudaSays) {
  if (!cuda_device().available) GTEST_SKIP() << cuda_device().reason.text();
  for (const RunRequest& request : all_launches()) {
    const LaunchResources here = launch_resources(request, launch_config(request), nullptr);
    ASSERT_EQ(here.kernel->provenance.kind, NumberKind::measured);
    ASSERT_EQ(here.occupancy.blocks_per_sm, here.blocks_per_sm_by_cuda)
        << request.kernel << ' ' << name_of(request.op) << ' ' << name_of(request.type) << ' ' << request.block_dim;
  }
}

}  // namespace
}  // namespace lanescope
