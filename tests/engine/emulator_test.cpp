// Results and traces of the emulator: right for every N, operator and type, the same every time.
#include <gtest/gtest.h>

#include <random>

#include "engine/base/error.h"
#include "engine/emulator/lane.h"
#include "engine/input/input.h"
#include "engine/workload/ops.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

/// What is checked of every `cta` can fail: one that lacks a barrier is none, nor is one beside arrays of another
/// execution.
struct WithoutWarpBarrier : emulated::Cta<int> {
  void sync_warp() = delete;
};
static_assert(!BlockOfThreads<WithoutWarpBarrier, emulated::Array<int>, emulated::Operator<int>>);
static_assert(!BlockOfThreads<emulated::Cta<int>, int*, emulated::Operator<int>>);

using testing::emulate;
using testing::fold;
using testing::random_integers;
using testing::request_of;

TEST(Emulator, EveryCoarseFactorIsRight) {
  const auto values = random_integers(10'007);
  for (unsigned factor = 1; factor <= kMaxCoarseFactor; ++factor) {
    auto request = request_of("coarsened", values.size(), 64, factor);
    request.type = ElementType::int32;
    ASSERT_EQ(emulate(request, values).result.number, fold(values, Op::sum)) << factor;
  }
}

TEST(Emulator, FloatMinAndMaxAreExact) {
  std::mt19937 random(3);
  std::vector<float> values(3001);
  for (auto& value : values) value = static_cast<float>(random()) / 4e9f - 0.5f;
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (const Op op : {Op::min, Op::max}) {
      auto request = request_of(kernel.id, values.size(), 128);
      request.op = op;
      if (refusal(request)) continue;
      EXPECT_EQ(emulate(request, values).result.number, fold(values, op)) << kernel.id;
    }
  }
}

TEST(Emulator, FloatsOfTwiceTheWidthKeepTheirDigits) {
  // 1 + 2^-40 is lost in a float32, and 4096 of them are not in a float64: 4096 + 2^-28.
  const std::vector<double> values(4096, 1 + 0x1p-40);
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    auto request = request_of(kernel.id, values.size(), 128);
    request.type = ElementType::float64;
    if (refusal(request)) continue;
    EXPECT_EQ(emulate(request, values).result.number, 4096 + 0x1p-28) << kernel.id;
  }
}

TEST(Emulator, FindsTheFarthestPointAndOfEquallyFarOnesTheFirst) {
  std::vector<Point> points;
  for (unsigned i = 0; i < 3001; ++i) points.push_back({0, 0, i % 7 == 3 ? -2.0f : 1.0f, i});
  points[1234] = {3, 0, 4, 1234};  // 5 away
  points[2345] = {0, -5, 0, 2345};
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    auto request = request_of(kernel.id, points.size(), 128);
    request.type = ElementType::point3;
    request.op = Op::farthest;
    if (refusal(request)) continue;
    const Reduced result = emulate(request, points).result;
    EXPECT_EQ(result.number, 5) << kernel.id;
    EXPECT_EQ(result.point->index, 1234u) << kernel.id;
  }
}

TEST(Emulator, ResultAndTraceAreTheSameEveryTime) {
  std::mt19937 random(5);
  std::vector<float> values(100'000);
  for (auto& value : values) value = static_cast<float>(random() % 1000) / 7;
  const auto request = request_of("segmented", values.size(), 64);
  const auto first = emulate(request, values);
  for (int again = 0; again < 5; ++again) {
    const auto run = emulate(request, values);
    EXPECT_EQ(run.result.number, first.result.number);
    EXPECT_EQ(run.launches[0].trace.histories, first.launches[0].trace.histories);
    EXPECT_EQ(run.launches[0].trace.history_of_block.expanded(),
              first.launches[0].trace.history_of_block.expanded());
  }
}

TEST(Emulator, BlocksThatDoTheSameShareOneHistory) {
  EXPECT_EQ(testing::trace_of(request_of("segmented", 64 * 512, 256)).histories.size(), 1u);
  const auto ragged = testing::trace_of(request_of("segmented", 64 * 512 + 100, 256));
  EXPECT_EQ(ragged.histories.size(), 2u);
  EXPECT_EQ(ragged.history_of_block.size(), 65u);
  EXPECT_EQ(ragged.history_of_block[64], 1u);
}

TEST(Emulator, MasksAloneAreThoseOfTheFullTrace) {
  auto request = request_of("interleaved_shared", 5000, 128);
  const auto full = testing::trace_of(request);
  request.detail = Detail::masks;
  const auto masks = testing::trace_of(request);
  ASSERT_EQ(masks.history_of_block.size(), full.history_of_block.size());
  for (std::size_t block = 0; block < full.history_of_block.size(); ++block) {
    EXPECT_EQ(masks.history(block).masks, full.history(block).masks);
    EXPECT_FALSE(masks.history(block).has_accesses());
  }
  EXPECT_TRUE(masks.addresses.empty());
}

TEST(Emulator, AddressesOfTheChosenBlockAreKept) {
  auto request = request_of("segmented", 4 * 64, 32);
  request.block = 3;
  const auto trace = testing::trace_of(request);
  ASSERT_NE(trace.addresses_of(3), nullptr);
  const BlockAddresses kept = trace.addresses_of(3)->all();
  EXPECT_EQ(trace.addresses_of(0), nullptr);
  // The first load of block 3 is of elements 192 .. 223.
  const Request& load = kept.requests.at(0);
  EXPECT_EQ(load.kind, AccessKind::global_load);
  EXPECT_EQ(load.step, 0);
  EXPECT_EQ(load.mask, 0xffffffffu);
  EXPECT_EQ(kept.offsets.at(load.first_offset), 192u * 4);
  EXPECT_EQ(kept.offsets.at(load.first_offset + 31), 223u * 4);
}

TEST(Emulator, TreeHasAnOperationForEachActiveThreadAndItsRootIsTheBlocksSum) {
  for (const auto& kernel : reductions()) {
    // An atomic an element or a thread: what the block combines at the output is no operation of its steps.
    if (!kernel.traced() || kernel.id == "atomic_per_element" || kernel.id == "atomic_per_thread") continue;
    const unsigned factor = kernel.coarsens ? 4 : 1;
    const std::vector<float> values(kernel.elements_per_thread * 64 * factor, 1.0f);
    auto request = request_of(kernel.id, values.size(), 64, factor);
    if (kernel.grid == GridRule::chosen) request.grid_dim = 1;
    const auto tree = testing::tree_of(request, values);
    EXPECT_EQ(tree.operations.size(), totals(testing::trace_of(request)).combine_ops) << kernel.id;
    ASSERT_GE(tree.root, tree.leaves());
    EXPECT_EQ(tree.operations.at(tree.root - tree.leaves()).value, values.size()) << kernel.id;
  }
}

TEST(Emulator, LastBlockReducesWhatAnyGridLeaves) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const auto values = random_integers(random() % 3000);
    auto request = request_of("single_pass_last_block", values.size(), 1u << random() % 11);
    request.type = ElementType::int32;
    request.grid_dim = 1 + random() % 70;
    request.op = static_cast<Op>(random() % 4);
    if (values.empty()) request.grid_dim.reset();
    EXPECT_EQ(emulate(request, values).result.number, fold(values, request.op))
        << "N " << values.size() << " blockDim " << request.block_dim << " grid " << request.grid_dim.value_or(0);
  }
}

TEST(Emulator, PublishedResultsTakeAMarkAsWideAsThey) {
  // Four blocks publish, four lanes of the fifth clear their places together, and one stores the result.
  struct Case {
    ElementType type;
    std::uint64_t requests, sectors;
  };
  for (const auto& [type, requests, sectors] :
       {Case{ElementType::float32, 4 + 1 + 1, 4 + 1 + 1},        // 4 x 8 bytes
        Case{ElementType::float64, 4 + 1 + 1, 4 + 2 + 1},        // 4 x 16 bytes
        Case{ElementType::point3, 8 + 2 + 1, 8 + 2 * 4 + 1}}) {  // 2 of 16, each
    auto request = request_of("vectorized", 1000, 32);
    request.grid_dim = 5;
    request.type = type;
    if (type == ElementType::point3) request.op = Op::farthest;
    Progress progress;
    const auto stores = totals(testing::emulate(request, make_input(request, progress)).launches[0].trace)
                            .of(AccessKind::global_store);
    EXPECT_EQ(stores.requests, requests) << name_of(type);
    EXPECT_EQ(stores.transactions, sectors) << name_of(type);
  }
}

TEST(Emulator, PartialSumsOfOtherBlocksAreLeavesOfTheLastBlocksTree) {
  auto request = request_of("single_pass_last_block", 50, 4);
  request.grid_dim = 3;
  std::vector<float> values(50);
  std::iota(values.begin(), values.end(), 1.0f);
  float blocks[3] = {};  // elements go round in fours
  for (std::size_t i = 0; i < values.size(); ++i) blocks[i / 4 % 3] += values[i];
  for (const std::uint64_t block : {0u, 1u, 2u}) {
    request.block = block;
    const auto tree = testing::tree_of(request, values);
    const double root = tree.operations.at(tree.root - tree.leaves()).value;
    EXPECT_EQ(tree.partial_sums, block == 2 ? 2u : 0u);
    EXPECT_EQ(root, block == 2 ? 1275.0 : blocks[block]);
  }
  const auto tree = testing::tree_of(request, values);
  const std::size_t own = tree.leaves() - tree.partial_sums;
  EXPECT_EQ(own, 16u);
  for (const std::size_t other : {0u, 1u}) {
    EXPECT_EQ(tree.leaf_elements.at(own + other), other);
    EXPECT_EQ(tree.leaf_values.at(own + other), blocks[other]);
  }
}

TEST(Emulator, ChosenGridsReachEveryElement) {
  const auto values = random_integers(12'345);
  for (const auto& kernel : reductions()) {
    if (kernel.grid != GridRule::chosen) continue;
    for (const unsigned grid_dim : {1u, 2u, 7u, 100u}) {
      auto request = request_of(kernel.id, values.size(), 64);
      request.type = ElementType::int32;
      request.grid_dim = grid_dim;
      EXPECT_EQ(emulate(request, values).result.number, fold(values, Op::sum)) << kernel.id << " " << grid_dim;
    }
  }
}

TEST(Emulator, LeavesOfAStridedBlockAreTheElementsThatItLoads) {
  auto request = request_of("two_pass_interleaved", 40, 4);
  request.grid_dim = 2;
  request.block = 1;
  const auto tree = testing::tree_of(request, std::vector<float>(40, 1.0f));
  std::vector<std::uint64_t> expected;  // 4..7, 12..15, 20..23 ...
  for (std::uint64_t i = 0; i < 40; ++i)
    if (i / 4 % 2 == 1) expected.push_back(i);
  EXPECT_EQ(tree.leaf_elements, expected);
}

TEST(Emulator, CancelEndsARunEarly) {
  const auto request = request_of("segmented", 1 << 20, 256);
  Progress progress;
  progress.cancel();
  const Input input = std::vector<float>(request.n, 1.0f);
  EXPECT_THROW(lanescope::emulate(request, launch_config(request), input, progress), Cancelled);
}

}  // namespace
}  // namespace lanescope
