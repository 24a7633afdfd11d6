// The rows of a block's record: loads and commits have rows of their own, so that every access belongs to one, and
// atomic updates are counted by the lanes that make them.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/input/input.h"
#include "engine/workload/workload.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;

Trace trace_of_kernel(const KernelInfo& kernel, std::uint64_t n, unsigned block_dim, unsigned factor) {
  RunRequest request = request_of(kernel.id, n, block_dim, kernel.coarsens ? factor : 1);
  const auto types = types_of(kernel.workload);
  if (std::find(types.begin(), types.end(), request.type) == types.end()) request.type = types.front();
  if (refusal(request)) return {};
  Progress progress;
  return testing::emulate(request, make_input(request, progress)).launches[0].trace;
}

std::vector<KernelInfo> traced_kernels() {
  std::vector<KernelInfo> kernels;
  for (const auto& list : {reductions(), array_kernels()})
    for (const KernelInfo& kernel : list)
      if (kernel.traced()) kernels.push_back(kernel);
  return kernels;
}

TEST(Rows, SumToTheTotalsOfTheGridForEveryKernel) {
  for (const KernelInfo& kernel : traced_kernels()) {
    for (const auto& [n, block_dim, factor] : {std::tuple{37u, 8u, 2u}, {64u, 32u, 1u}, {100u, 64u, 4u}}) {
      const Trace trace = trace_of_kernel(kernel, n, block_dim, factor);
      if (trace.histories.empty()) continue;
      AccessTable rows{};
      for (std::uint64_t block = 0; block < trace.launch.grid_dim; ++block)
        for (const StepMetrics& row : block_metrics(trace, block).steps)
          for (std::size_t kind = 0; kind < kAccessKinds; ++kind) rows[kind] += row.accesses[kind];
      EXPECT_EQ(rows, totals(trace).accesses) << kernel.id << " n " << n << " blockDim " << block_dim;
    }
  }
}

// Two loads of 8 lanes, 4 bytes each: 2 sectors, which no step of the tree has.
TEST(Rows, LoadsAreNoStepsOfTheTextbook) {
  const auto block = block_metrics(testing::trace_of(request_of("interleaved_shared", 16, 8)), 0);
  ASSERT_EQ(block.steps.size(), 2u + 4u + 1u);
  EXPECT_EQ(block.counted_steps(), 4u);
  for (const std::size_t row : {0u, 1u}) {
    EXPECT_EQ(block.steps[row].phase, Phase::load);
    EXPECT_EQ(block.steps[row].accesses[static_cast<std::size_t>(AccessKind::global_load)].transactions, 1u);
  }
  for (std::size_t row = 2; row < 6; ++row)
    EXPECT_EQ(block.steps[row].accesses[static_cast<std::size_t>(AccessKind::global_load)].requests, 0u);
}

// 8 threads leave 24 lanes of their warp's 32 idle.
TEST(Rows, SmallBlocksWasteTheLanesTheyLack) {
  const auto block = block_metrics(testing::trace_of(request_of("convergent_shared", 16, 8)), 0);
  EXPECT_EQ(block.steps[2].phase, Phase::tree);
  EXPECT_DOUBLE_EQ(block.steps[2].simd_efficiency, 8.0 / 32);
  EXPECT_TRUE(block.steps[2].fully_utilized);
}

// One atomic an element, a thread, a block of 2^20 elements.
TEST(Rows, AtomicsAreCountedByLanesAndByWarps) {
  const auto storm = totals(testing::trace_of(request_of("atomic_per_element", 1 << 20, 256)));
  EXPECT_EQ(storm.atomic_updates, 1u << 20);
  EXPECT_EQ(storm.of(AccessKind::atomic).requests, (1u << 20) / 32);
  auto request = request_of("atomic_per_thread", 1 << 20, 256);
  request.grid_dim = 128;
  EXPECT_EQ(totals(testing::trace_of(request)).atomic_updates, 128u * 256);
  EXPECT_EQ(totals(testing::trace_of(request_of("segmented", 1 << 20, 256))).atomic_updates, 2048u);
}

// 64 equal elements: both warps of the block have all their lanes on one bin; elements 0 to 63: each lane has its
// own.
TEST(Rows, UpdatesOfOneBinTakeTurns) {
  auto request = request_of("histogram_private", 64, 64);
  request.type = ElementType::int32;
  const auto equal = totals(testing::emulate(request, std::vector<int>(64, 5)).launches[0].trace);
  EXPECT_EQ(equal.shared_atomic_updates, 64u);
  EXPECT_EQ(equal.of(AccessKind::shared_atomic).requests, 2u);
  EXPECT_EQ(equal.of(AccessKind::shared_atomic).transactions, 64u);
  std::vector<int> ramp(64);
  for (int i = 0; i < 64; ++i) ramp[static_cast<std::size_t>(i)] = i;
  EXPECT_EQ(totals(testing::emulate(request, ramp).launches[0].trace).of(AccessKind::shared_atomic).transactions,
            2u);
}

}  // namespace
}  // namespace lanescope
