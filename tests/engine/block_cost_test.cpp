// What a block has paid so far: closed forms that a reader can redo on paper, and the metrics' totals at the end.
#include "engine/analysis/block_cost.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/session.h"

namespace lanescope {
namespace {

using Paid = std::vector<std::uint64_t>;

auto costed_run(std::string_view kernel, std::uint64_t n, unsigned block_dim) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  return run(request, progress);
}

TEST(BlockCost, OneWarpPaysForEveryStepWhoeverWorks) {
  for (const char* kernel : {"interleaved_global", "convergent_global"}) {
    const auto run = costed_run(kernel, 32, 16);
    EXPECT_EQ(paid_by_step(*run.trace, 0, CostKind::warp_steps), (Paid{0, 1, 2, 3, 4, 5, 6})) << kernel;
    EXPECT_EQ(paid_by_step(*run.trace, 0, CostKind::barriers), (Paid{0, 1, 2, 3, 4, 5, 5}))
        << "one after each step";
    EXPECT_EQ(paid_by_step(*run.trace, 0, CostKind::shared_wavefronts), (Paid(7, 0))) << "it uses none";
  }
}

TEST(BlockCost, SectorsOfScatteredAndOfPackedLanes) {
  // 32 floats are 4 sectors. Interleaved: at stride s, lanes of 2 s floats each load two values and store one;
  // loads at i and at i + s, 4 sectors each while lanes lie at most 8 floats apart.
  EXPECT_EQ(paid_by_step(*costed_run("interleaved_global", 32, 16).trace, 0, CostKind::global_sectors),
            (Paid{0, 12, 24, 36, 36 + 6, 36 + 6 + 3, 36 + 6 + 3 + 1}));
  // Convergent: 16, 8, 4, 2, 1 packed lanes: 2 sectors of each of three requests, and then 1.
  EXPECT_EQ(paid_by_step(*costed_run("convergent_global", 32, 16).trace, 0, CostKind::global_sectors),
            (Paid{0, 6, 9, 12, 15, 18, 19}));
}

TEST(BlockCost, SixteenWarpsPayForInterleavingUntilTheyDropOut) {
  // Strides 1 to 32 leave a lane in each of the 16 warps; 64 to 512 in 8, 4, 2 and 1; then the commit.
  const Paid interleaved =
      paid_by_step(*costed_run("interleaved_global", 1024, 512).trace, 0, CostKind::warp_steps);
  EXPECT_EQ(interleaved, (Paid{0, 16, 32, 48, 64, 80, 96, 104, 108, 110, 111, 112}));
  // 512, 256 .. 32 threads are 16, 8 .. 1 warps; 16, 8 .. 1 threads one warp, five times.
  const Paid convergent = paid_by_step(*costed_run("convergent_global", 1024, 512).trace, 0, CostKind::warp_steps);
  EXPECT_EQ(convergent, (Paid{0, 16, 24, 28, 30, 31, 32, 33, 34, 35, 36, 37}));
}

TEST(BlockCost, EndsWithTheTotalsOfTheMetrics) {
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced()) continue;
    const auto run = costed_run(kernel.id, 64, 32);
    if (!run.trace || run.trace->histories.size() != 1 || run.trace->history_of_block.size() != 1) continue;
    const Totals& totals = run.metrics.totals;
    const auto all = [&](CostKind kind) { return paid_by_step(*run.trace, 0, kind).back(); };
    std::uint64_t warp_steps = 0;
    for (const StepMetrics& step : run.metrics.block.steps) warp_steps += step.active_warps;
    EXPECT_EQ(all(CostKind::warp_steps), warp_steps) << kernel.id;
    EXPECT_EQ(all(CostKind::barriers), totals.barriers) << kernel.id;
    EXPECT_EQ(all(CostKind::shared_wavefronts),
              totals.of(AccessKind::shared_load).transactions + totals.of(AccessKind::shared_store).transactions)
        << kernel.id;
    EXPECT_EQ(all(CostKind::global_sectors),
              totals.of(AccessKind::global_load).transactions + totals.of(AccessKind::global_store).transactions)
        << kernel.id;
    EXPECT_EQ(all(CostKind::atomic_updates), totals.atomic_updates) << kernel.id;
  }
}

// The same sectors, and 256 turns at the output, or one: what they are compared for.
TEST(BlockCost, OfAtomicsIsWhereQueuesDiffer) {
  const auto all = [](const char* kernel, CostKind kind) {
    return paid_by_step(*costed_run(kernel, 4096, 256).trace, 0, kind).back();
  };
  EXPECT_EQ(all("atomic_per_element", CostKind::atomic_updates), 256u);
  EXPECT_EQ(all("segmented", CostKind::atomic_updates), 1u);
  EXPECT_EQ(all("two_pass_interleaved", CostKind::atomic_updates), 0u);
}

TEST(BlockCost, NeverShrinksAndHasAnEntryAStep) {
  const auto run = costed_run("single_pass_last_block", 100000, 128);
  for (std::uint64_t block = 0; block < run.trace->history_of_block.size(); block += 100)
    for (const CostKind kind : {CostKind::warp_steps, CostKind::shared_wavefronts, CostKind::global_sectors,
                                CostKind::barriers, CostKind::atomic_updates}) {
      const Paid paid = paid_by_step(*run.trace, block, kind);
      EXPECT_EQ(paid.size(), run.trace->history(block).steps() + 1);
      EXPECT_TRUE(std::is_sorted(paid.begin(), paid.end()));
    }
  EXPECT_TRUE(paid_by_step(*run.trace, 1 << 20, CostKind::barriers).empty());
  Trace without = *run.trace;
  for (History& history : without.histories) history.accesses.clear();
  EXPECT_TRUE(paid_by_step(without, 0, CostKind::global_sectors).empty());
  EXPECT_FALSE(paid_by_step(without, 0, CostKind::warp_steps).empty());
}

}  // namespace
}  // namespace lanescope
