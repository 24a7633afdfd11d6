// Sectors and wavefronts, on paper and against sets.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "engine/trace/transactions.h"

namespace lanescope {
namespace {

std::vector<std::uint64_t> strided(unsigned lanes, unsigned stride_bytes, std::uint64_t first = 0) {
  std::vector<std::uint64_t> offsets;
  for (unsigned lane = 0; lane < lanes; ++lane) offsets.push_back(first + std::uint64_t{lane} * stride_bytes);
  return offsets;
}

TEST(Sectors, ConsecutiveWordsOfAWarpFill4Sectors) {
  EXPECT_EQ(sectors_touched(strided(32, 4).data(), 32, 4), 4u);
  EXPECT_EQ(sectors_touched(strided(32, 4, 16).data(), 32, 4), 5u);   // half a sector off: one more
  EXPECT_EQ(sectors_touched(strided(32, 8).data(), 32, 8), 8u);
}

TEST(Sectors, WordsASectorApartTakeASectorEach) {
  EXPECT_EQ(sectors_touched(strided(32, 32).data(), 32, 4), 32u);
  EXPECT_EQ(sectors_touched(strided(32, 0).data(), 32, 4), 1u);
  EXPECT_EQ(sectors_touched(nullptr, 0, 4), 0u);
}

TEST(Wavefronts, StrideDecidesTheConflictDegree) {
  EXPECT_EQ(shared_wavefronts(strided(32, 4).data(), 32, 4), 1u);
  EXPECT_EQ(shared_wavefronts(strided(32, 8).data(), 32, 4), 2u);
  EXPECT_EQ(shared_wavefronts(strided(32, 128).data(), 32, 4), 32u);
  EXPECT_EQ(shared_wavefronts(strided(32, 132).data(), 32, 4), 1u);   // padded by one word
}

TEST(Wavefronts, LanesThatReadOneWordShareIt) {
  EXPECT_EQ(shared_wavefronts(strided(32, 0).data(), 32, 4), 1u);
}

TEST(Wavefronts, DoublesAreServedHalfAWarpAtATime) {
  EXPECT_EQ(shared_wavefronts(strided(32, 8).data(), 32, 8), 2u);
  EXPECT_EQ(shared_wavefronts(strided(16, 8).data(), 16, 8), 1u);
}

TEST(Transactions, EqualBruteForceOnRandomRequests) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const unsigned lanes = 1 + random() % 32;
    const unsigned range = 1u << random() % 10;
    std::vector<std::uint64_t> offsets;
    for (unsigned lane = 0; lane < lanes; ++lane) offsets.push_back(4 * (random() % range));
    std::set<std::uint64_t> sectors;
    std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
    for (const auto offset : offsets) {
      sectors.insert(offset / 32);
      words_of_bank[offset / 4 % 32].insert(offset / 4);
    }
    std::size_t wavefronts = 0;
    for (const auto& [bank, words] : words_of_bank) wavefronts = std::max(wavefronts, words.size());
    ASSERT_EQ(sectors_touched(offsets.data(), lanes, 4), sectors.size());
    ASSERT_EQ(shared_wavefronts(offsets.data(), lanes, 4), wavefronts);
  }
}

}  // namespace
}  // namespace lanescope
