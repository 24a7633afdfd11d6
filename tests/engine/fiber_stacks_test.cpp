// Stacks of fibers: each whole and its own, and where they are guarded nothing below them can be touched.
#include "engine/emulator/jumping/fiber_stacks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace lanescope {
namespace {

void write_at(std::byte* place) {
  *const_cast<volatile std::byte*>(place) = std::byte{1};
}

TEST(FiberStacks, EveryByteOfEachStackIsItsOwn) {
  constexpr unsigned kCount = 13;  // one more than there are places on a page
  for (const bool guarded : {false, true}) {
    const FiberStacks stacks(kCount, guarded);
    for (unsigned i = 0; i < kCount; ++i)
      std::memset(stacks.top(i) - FiberStacks::kBytes, static_cast<int>(i + 1), FiberStacks::kBytes);
    for (unsigned i = 0; i < kCount; ++i) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(stacks.top(i)) % 64, 0u);
      EXPECT_EQ(stacks.top(i)[-1], std::byte(i + 1));
      EXPECT_EQ(*(stacks.top(i) - FiberStacks::kBytes), std::byte(i + 1));
    }
  }
}

TEST(FiberStacks, FreeOnesAreUsedAgainAndNeverTwiceAtATime) {
  const std::byte* before = nullptr;
  {
    const FiberStacks stacks(40, false);
    before = stacks.top(0);
    const FiberStacks beside(40, false);
    EXPECT_NE(beside.top(0), before);
    std::memset(beside.top(39) - FiberStacks::kBytes, 1, FiberStacks::kBytes);
  }
  const FiberStacks again(40, false);
  EXPECT_EQ(again.top(0), before) << "the last one that was given back";
  const FiberStacks more(41, false);
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_TRUE(more.top(40) <= again.top(i) - FiberStacks::kBytes ||
                more.top(0) - FiberStacks::kBytes >= again.top(i));
}

TEST(FiberStacksDeathTest, ALaneThatLeavesAGuardedStackEndsThere) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const FiberStacks stacks(2, true);
  for (unsigned i = 0; i < 2; ++i) EXPECT_DEATH(write_at(stacks.top(i) - FiberStacks::kBytes - page - 1), "");
  EXPECT_DEATH(write_at(stacks.top(1) + page - 1), "");  // above the last one there is a guard, too
}

}  // namespace
}  // namespace lanescope
