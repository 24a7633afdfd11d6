// The SIMT model itself, with bodies that no kernel of the ladder has: faults, odd control flow, lanes that leave
// early.
#include "engine/emulator/block_machine.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "engine/base/error.h"

namespace lanescope {
namespace {

constexpr unsigned kThreads = 64;

const BlockRecord& run(BlockMachine& machine, const BlockMachine::LaneBody& body) {
  return machine.run(0, Detail::full, true, body);
}

TEST(BlockMachine, LanesPassABarrierTogether) {
  BlockMachine machine(kThreads, 4);
  unsigned arrived = 0;
  std::vector<unsigned> seen;
  const auto& record = run(machine, [&](unsigned thread) {
    ++arrived;
    machine.wait_for_block(thread);
    seen.push_back(arrived);
  });
  EXPECT_EQ(seen, std::vector<unsigned>(kThreads, kThreads));
  EXPECT_EQ(record.history().barriers, 1u);
}

TEST(BlockMachine, LanesThatReturnedCountAsArrived) {
  BlockMachine machine(kThreads, 4);
  unsigned passed = 0;
  run(machine, [&](unsigned thread) {
    if (thread % 3 == 0) return;
    machine.wait_for_block(thread);
    ++passed;
  });
  EXPECT_EQ(passed, kThreads - (kThreads + 2) / 3);
}

TEST(BlockMachine, ShuffleThatSomeLanesNeverReachIsReportedWithTheLanes) {
  BlockMachine machine(kThreads, 4);
  try {
    run(machine, [&](unsigned thread) {
      if (thread % 32 < 16) {
        machine.wait_for_warp(thread);
      } else {
        machine.wait_for_block(thread);
      }
    });
    FAIL() << "lanes waited for each other and nobody noticed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::failed);
    EXPECT_NE(std::string(error.what()).find("lanes 0000ffff are at a shuffle or a warp barrier"),
              std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("ffff0000"), std::string::npos) << error.what();
  }
}

TEST(BlockMachine, WhatALaneThrowsReachesTheCaller) {
  BlockMachine machine(kThreads, 4);
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
  BlockMachine machine(kThreads, 4);
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
