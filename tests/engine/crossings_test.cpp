// Values that cross from warp to warp, against the strides of the textbook's trees.
#include "engine/analysis/crossings.h"

#include <gtest/gtest.h>

#include "engine/session.h"

namespace lanescope::testing {
namespace {

lanescope::Run crossing_run(const char* kernel, unsigned block_dim, std::uint64_t n) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  return lanescope::run(request, progress);
}

/// In the convergent tree thread t reads what thread t + stride wrote in the step before: of another warp while the
/// stride is 32 or more, of its own below that.
TEST(Crossings, OfTheConvergentTreeEndWhereOneWarpIsLeft) {
  const auto traced = crossing_run("segmented", 256, 512);
  const History& history = traced.trace->history(0);
  const KeptAddresses* addresses = traced.trace->addresses_of(0);
  ASSERT_NE(addresses, nullptr);
  const auto found = crossings(*addresses, history.steps());
  ASSERT_EQ(found.size(), history.steps());
  unsigned trees = 0;
  for (std::size_t step = 0; step < history.steps(); ++step) {
    if (history.phases[step] != Phase::tree) continue;
    ++trees;
    const std::uint32_t stride = history.strides[step];
    EXPECT_EQ(found[step].has_value(), stride >= kWarpSize) << "stride " << stride;
    if (!found[step]) continue;
    EXPECT_EQ(found[step]->reader, 0u);
    EXPECT_EQ(found[step]->writer, stride);
    EXPECT_EQ(found[step]->writer_warp(), stride / kWarpSize);
    EXPECT_LT(found[step]->written_step, step);
  }
  EXPECT_EQ(trees, 8u) << "256 values";
}

/// Thread t owns element 2t, and takes element 2t + stride, which thread t + stride / 2 summed: of another warp
/// from stride 64 on. Before that, in the step of stride 1, it takes what other threads have loaded.
TEST(Crossings, OfTheInterleavedTreeBeginWithTheStrideOfAWarp) {
  const auto traced = crossing_run("interleaved_shared", 128, 256);
  const History& history = traced.trace->history(0);
  const auto found = crossings(*traced.trace->addresses_of(0), history.steps());
  std::vector<std::uint32_t> strides;
  for (std::size_t step = 0; step < history.steps(); ++step) {
    if (history.phases[step] != Phase::tree || !found[step]) continue;
    strides.push_back(history.strides[step]);
    EXPECT_NE(found[step]->reader / kWarpSize, found[step]->writer_warp());
  }
  EXPECT_EQ(strides, (std::vector<std::uint32_t>{1, 64, 128}));
}

/// Written by hand: thread 40 stores word 3 before the first step, thread 5 loads it in step 0.
TEST(Crossings, NameReaderAndWriter) {
  BlockAddresses block;
  block.requests = {{.warp = 1,
                     .step = -1,
                     .kind = AccessKind::shared_store,
                     .array = ArrayId::shared,
                     .mask = 1u << 8,
                     .first_offset = 0},
                    {.warp = 0,
                     .step = 0,
                     .kind = AccessKind::shared_load,
                     .array = ArrayId::shared,
                     .mask = 1u << 5,
                     .first_offset = 1}};
  block.offsets = {12, 12};
  const auto found = crossings(KeptAddresses(block), 1);
  ASSERT_TRUE(found[0].has_value());
  EXPECT_EQ(found[0]->reader, 5u);
  EXPECT_EQ(found[0]->writer, 40u);
  EXPECT_EQ(found[0]->offset, 12u);
  block.offsets = {12, 16};
  EXPECT_FALSE(crossings(KeptAddresses(block), 1)[0].has_value()) << "another word";
}

}  // namespace
}  // namespace lanescope::testing
