// The SIMT model itself, with bodies that no kernel of the ladder has: faults, odd control flow, lanes that leave
// early.
#include "engine/emulator/block_machine.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "engine/base/error.h"
#include "engine/emulator/grid_runner.h"
#include "engine/emulator/lane.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

constexpr unsigned kMachineThreads = 64;

const BlockRecord& run(BlockMachine& machine, const BlockMachine::LaneBody& body) {
  return machine.run(0, Detail::full, true, body);
}

TEST(BlockMachine, LanesPassABarrierTogether) {
  BlockMachine machine(kMachineThreads, 4);
  unsigned arrived = 0;
  std::vector<unsigned> seen;
  const auto& record = run(machine, [&](unsigned thread) {
    ++arrived;
    machine.wait_for_block(thread);
    seen.push_back(arrived);
  });
  EXPECT_EQ(seen, std::vector<unsigned>(kMachineThreads, kMachineThreads));
  EXPECT_EQ(record.history().barriers, 1u);
}

TEST(BlockMachine, LanesThatReturnedCountAsArrived) {
  BlockMachine machine(kMachineThreads, 4);
  unsigned passed = 0;
  run(machine, [&](unsigned thread) {
    if (thread % 3 == 0) return;
    machine.wait_for_block(thread);
    ++passed;
  });
  EXPECT_EQ(passed, kMachineThreads - (kMachineThreads + 2) / 3);
}

TEST(BlockMachine, ShuffleThatSomeLanesNeverReachIsReportedWithTheLanes) {
  BlockMachine machine(kMachineThreads, 4);
  unsigned second_warp = 0;
  run(machine, [&](unsigned thread) {
    second_warp += thread >= 32;
    if (thread % 32 < 16) {
      machine.wait_for_warp(thread);
    } else {
      machine.wait_for_block(thread);
    }
  });
  ASSERT_EQ(machine.findings().size(), 1u) << "lanes waited for each other and nobody noticed";
  const Finding& finding = machine.findings()[0];
  EXPECT_EQ(finding.kind, FindingKind::shuffle);
  EXPECT_EQ(finding.threads, (std::vector<unsigned>{0, 16}));
  EXPECT_FALSE(finding.array);
  EXPECT_EQ(finding.sentence.text(),
            "Warp 0 waits forever: lanes 0000ffff are at a shuffle or a warp barrier that lanes ffff0000 "
            "never reach.");
  EXPECT_EQ(second_warp, 0u) << "the block has ended";
}

TEST(BlockMachine, AnIndexOutOfBoundsEndsTheBlockWhereItIsAskedFor) {
  BlockMachine machine(kMachineThreads, 4);
  std::vector<int> elements(kMachineThreads);
  const emulated::Array<int> array{elements.data(), kMachineThreads, &machine, ArrayId::shared, nullptr};
  unsigned after = 0;
  const auto& record = machine.run(7, Detail::full, true, [&](unsigned thread) {
    machine.step(0, Phase::tree, 1, 10, thread, true);
    machine.wait_for_block(thread);
    machine.step(1, Phase::tree, 2, 11, thread, true);
    const int loaded = array[{thread == 37 ? 64 : thread, 12}];
    after += 1 + static_cast<unsigned>(loaded);
  });
  ASSERT_EQ(machine.findings().size(), 1u);
  const Finding& finding = machine.findings()[0];
  EXPECT_EQ(finding.kind, FindingKind::bounds);
  EXPECT_EQ(finding.array, ArrayId::shared);
  EXPECT_EQ(finding.index, 64);
  EXPECT_EQ(finding.block, 7u);
  EXPECT_EQ(finding.threads, std::vector<unsigned>{37});
  EXPECT_EQ(finding.lines, std::vector<unsigned>{12});
  EXPECT_EQ(finding.step, 1u);
  EXPECT_EQ(finding.sentence.text(), "Thread 37 reads or writes element 64 of an array of 64 (kernel line 12).");
  EXPECT_EQ(after, 37u) << "those before it in lane order, and nobody after it";
  EXPECT_EQ(record.history().barriers, 1u) << "what came before is recorded";
}

TEST(BlockMachine, TheFindingOfAGridIsThatOfItsFirstFaultyBlock) {
  RunRequest request;
  request.kernel = "segmented";
  request.n = 1 << 16;
  request.block_dim = 32;
  request.detail = Detail::masks;
  const LaunchConfig launch = launch_config(request);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Progress progress;
    const auto body = [&](BlockMachine& machine, std::uint64_t block, unsigned thread) {
      int element = 0;
      const emulated::Array<int> array{&element, 1, &machine, ArrayId::input, nullptr};
      if (block >= 101 && thread == 3) element = array[{block, 5}];
    };
    GridRunner runner(request, launch, 4, progress, body);
    runner.run_unordered(launch.grid_dim);
    runner.run_in_order(0, 1);
    ASSERT_EQ(runner.findings().size(), 1u);
    EXPECT_EQ(runner.findings()[0].block, 101u);
    EXPECT_EQ(runner.findings()[0].index, 101u);
    EXPECT_TRUE(runner.trace().histories.empty());
  }
}

TEST(BlockMachine, AFindingIsAnErrorOnlyWhereAResultIsAskedFor) {
  EXPECT_NO_THROW(require_no_findings({}));
  try {
    require_no_findings({{.kind = FindingKind::bounds, .sentence = Sentence("{} alone", "thread 3")}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::failed);
    EXPECT_STREQ(error.what(), "thread 3 alone");
  }
}

TEST(BlockMachine, WhatALaneThrowsReachesTheCaller) {
  BlockMachine machine(kMachineThreads, 4);
  EXPECT_THROW(run(machine,
                   [&](unsigned thread) {
                     machine.wait_for_block(thread);
                     if (thread == 37) throw std::runtime_error("lane 37");
                     machine.wait_for_block(thread);
                   }),
               std::runtime_error);
}

TEST(BlockMachine, AccessesOfOneLineJoinTheRequestOfTheirOccurrence) {
  BlockMachine machine(32, 4);
  const auto& record = run(machine, [&](unsigned thread) {
    // Lane t makes t % 3 + 1 accesses on line 10: requests of 32, 21 and 10 lanes.
    for (unsigned i = 0; i <= thread % 3; ++i) {
      machine.access(AccessKind::global_load, ArrayId::input, 4 * (32 * i + thread), 10);
    }
  });
  const auto addresses = record.addresses();
  ASSERT_EQ(addresses.requests.size(), 3u);
  EXPECT_EQ(__builtin_popcount(addresses.requests[0].mask), 32);
  EXPECT_EQ(__builtin_popcount(addresses.requests[1].mask), 21);
  EXPECT_EQ(__builtin_popcount(addresses.requests[2].mask), 10);
}

TEST(BlockMachine, AccessesOnBothSidesOfABarrierAreDifferentRequests) {
  BlockMachine machine(kMachineThreads, 4);
  const auto& record = run(machine, [&](unsigned thread) {
    machine.access(AccessKind::shared_store, ArrayId::shared, 4 * thread, 10);
    machine.wait_for_block(thread);
    machine.access(AccessKind::shared_store, ArrayId::shared, 4 * thread, 10);
  });
  EXPECT_EQ(record.addresses().requests.size(), 4u);
  EXPECT_EQ(record.history().accesses[0][static_cast<int>(AccessKind::shared_store)].requests, 4u);
}

TEST(BlockMachine, BlockSmallerThanAWarpHasFewerLanes) {
  BlockMachine machine(8, 4);
  const auto& record = run(machine, [&](unsigned thread) {
    machine.step(0, Phase::tree, 1, 10, thread, true);
    machine.wait_for_warp(thread);
    machine.step(1, Phase::tree, 2, 11, thread, thread < 4);
  });
  EXPECT_EQ(record.history().masks, (std::vector<std::uint32_t>{0xff, 0x0f}));
}

}  // namespace
}  // namespace lanescope
