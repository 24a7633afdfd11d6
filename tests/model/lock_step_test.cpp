// Which step each variant has come to in a common frame.
#include "viz/model/lock_step.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

constexpr Phase L = Phase::load, C = Phase::own, T = Phase::tree, S = Phase::shuffle, X = Phase::commit;

// One element more a thread first, then three rounds; against three additions first, then two rounds.
const std::vector<Repeating<Phase>> kTwo = {{C, T, T, T, X}, {C, C, C, T, T, X}};

TEST(LockStep, by_rounds_phases_begin_together) {
  const LockStep lock(kTwo, Alignment::rounds);
  EXPECT_EQ(lock.length(), 3u + 3u + 1u);
  // Frames:        0  C  .  .  T  T  T  X
  const std::uint32_t first[] = {0, 1, 1, 1, 2, 3, 4, 5};
  // Frames:         0  C  C  C  T  T  .  X
  const std::uint32_t second[] = {0, 1, 2, 3, 4, 5, 5, 6};
  for (std::uint32_t frames = 0; frames <= lock.length(); ++frames) {
    EXPECT_EQ(lock.position(0, frames), first[frames]) << frames;
    EXPECT_EQ(lock.position(1, frames), second[frames]) << frames;
  }
  EXPECT_TRUE(lock.waits(0, 2));
  EXPECT_FALSE(lock.waits(1, 2));
  EXPECT_TRUE(lock.waits(1, 6));
}

TEST(LockStep, by_steps_each_goes_on_by_itself) {
  const LockStep lock(kTwo, Alignment::steps);
  EXPECT_EQ(lock.length(), 6u);
  for (std::uint32_t frames = 0; frames <= 6; ++frames) {
    EXPECT_EQ(lock.position(0, frames), std::min(frames, 5u));
    EXPECT_EQ(lock.position(1, frames), frames);
  }
}

TEST(LockStep, frames_and_positions_are_inverse) {
  for (const Alignment alignment : {Alignment::rounds, Alignment::steps}) {
    const LockStep lock(kTwo, alignment);
    for (std::size_t variant = 0; variant < 2; ++variant)
      for (std::uint32_t position = 0; position <= kTwo[variant].size(); ++position) {
        const std::uint32_t frames = lock.frames(variant, position);
        EXPECT_EQ(lock.position(variant, frames), position);
        EXPECT_FALSE(lock.waits(variant, frames));
        if (position > 0) {
          EXPECT_EQ(lock.position(variant, frames - 1), position - 1) << "the first such frame";
        }
      }
  }
}

TEST(LockStep, rounds_that_are_kept_once_count_as_often_as_they_come) {
  const Repeating<Phase> kept({L, C, C, T, T, X}, Repeats({{0, 2, 5}, {3, 1, 3}}));
  const Repeating<Phase> all(kept.expanded());
  ASSERT_EQ(all.kept().size(), 16u);
  for (const Alignment alignment : {Alignment::rounds, Alignment::steps}) {
    const LockStep a({kept, kTwo[0]}, alignment), b({all, kTwo[0]}, alignment);
    EXPECT_EQ(a.length(), b.length());
    for (std::uint32_t frames = 0; frames <= b.length(); ++frames)
      for (const std::size_t variant : {0, 1}) {
        EXPECT_EQ(a.position(variant, frames), b.position(variant, frames));
        EXPECT_EQ(a.waits(variant, frames), b.waits(variant, frames));
      }
  }
}

TEST(LockStep, one_variant_alone_has_a_frame_a_step) {
  const std::vector<Phase> shuffles{C, S, S, T, S, S, X};
  for (const Alignment alignment : {Alignment::rounds, Alignment::steps}) {
    const LockStep lock({shuffles}, alignment);
    EXPECT_EQ(lock.length(), shuffles.size());
    for (std::uint32_t frames = 0; frames <= shuffles.size(); ++frames) EXPECT_EQ(lock.position(0, frames), frames);
  }
}

TEST(LockStep, who_has_nothing_to_load_waits_for_the_others) {
  const LockStep lock({{L, L, C, T, X}, {T, T, X}}, Alignment::rounds);
  EXPECT_EQ(lock.length(), 2u + 1u + 2u + 1u);
  EXPECT_EQ(lock.position(1, 3), 0u);
  EXPECT_EQ(lock.position(0, 4), 4u);
  EXPECT_EQ(lock.position(1, 4), 1u);
  // A load between rounds, as of the next tile, is a round itself.
  const LockStep again({{L, C, L, C, X}}, Alignment::rounds);
  EXPECT_EQ(again.length(), 5u);
}

TEST(LockStep, a_commit_in_the_middle_is_one_more_round) {
  // The last block hands its partial sum over, collects those of the others, and goes on.
  const LockStep lock({{T, T, X, C, T, X}, {T, T, T, X}}, Alignment::rounds);
  EXPECT_EQ(lock.length(), 5u + 1u);
  EXPECT_EQ(lock.position(0, 5), 5u);
  EXPECT_EQ(lock.position(1, 5), 3u);
  EXPECT_EQ(lock.position(1, 6), 4u);
}

TEST(LockStep, without_steps_nobody_moves) {
  const LockStep lock({{}, {T}}, Alignment::rounds);
  EXPECT_EQ(lock.length(), 1u);
  EXPECT_EQ(lock.position(0, 1), 0u);
  EXPECT_EQ(lock.frames(0, 3), 0u);
  EXPECT_FALSE(lock.waits(0, 1));
}

}  // namespace
}  // namespace lanescope
