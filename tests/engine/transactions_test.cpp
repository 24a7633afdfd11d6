// Sectors and wavefronts, on paper and against sets.
#include "engine/trace/transactions.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace lanescope {
namespace {

std::vector<std::uint64_t> strided(unsigned lanes, unsigned stride_bytes, std::uint64_t first = 0) {
  std::vector<std::uint64_t> offsets;
  for (unsigned lane = 0; lane < lanes; ++lane) offsets.push_back(first + std::uint64_t{lane} * stride_bytes);
  return offsets;
}

TEST(Sectors, ConsecutiveWordsOfAWarpFill4Sectors) {
  EXPECT_EQ(sectors_touched(strided(32, 4).data(), 32, 4), 4u);
  EXPECT_EQ(sectors_touched(strided(32, 4, 16).data(), 32, 4), 5u);  // half a sector off: one more
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
  EXPECT_EQ(shared_wavefronts(strided(32, 132).data(), 32, 4), 1u);  // padded by one word
}

TEST(Wavefronts, LanesThatReadOneWordShareIt) {
  EXPECT_EQ(shared_wavefronts(strided(32, 0).data(), 32, 4), 1u);
}

// What an H200 counts for a warp that reads doubles s[31 - i], s[0], s[2 * i] and s[i / 2]: 8 wavefronts, 2 of them
// conflicts.
TEST(Wavefronts, OfDoublesAreThoseOfTheirWords) {
  EXPECT_EQ(shared_wavefronts(strided(32, 8).data(), 32, 8), 2u);
  EXPECT_EQ(bank_conflicts(strided(32, 8).data(), 32, 8), 0u) << "64 words need two";
  EXPECT_EQ(shared_wavefronts(strided(16, 8).data(), 16, 8), 1u);
  EXPECT_EQ(shared_wavefronts(strided(32, 0).data(), 32, 8), 1u) << "all lanes share it";
  EXPECT_EQ(shared_wavefronts(strided(32, 16).data(), 32, 8), 4u);
  EXPECT_EQ(bank_conflicts(strided(32, 16).data(), 32, 8), 2u);
  std::vector<std::uint64_t> pairs;
  for (std::uint64_t lane = 0; lane < 32; ++lane) pairs.push_back(lane / 2 * 8);
  EXPECT_EQ(shared_wavefronts(pairs.data(), 32, 8), 1u);
  EXPECT_EQ(bank_conflicts(pairs.data(), 32, 8), 0u);
}

TEST(Wavefronts, BeyondTheFirstAreConflictsOfWords) {
  EXPECT_EQ(bank_conflicts(strided(32, 4).data(), 32, 4), 0u);
  EXPECT_EQ(bank_conflicts(strided(32, 8).data(), 32, 4), 1u);
  EXPECT_EQ(bank_conflicts(strided(32, 128).data(), 32, 4), 31u);
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

TEST(SectorUses, TellTheBytesThatAreAskedFor) {
  const auto used = sectors_used(strided(8, 8).data(), 8, 4);  // every other word of two sectors
  ASSERT_EQ(used.size(), 2u);
  for (const auto& use : used) EXPECT_EQ(use.bytes, 0x0f0f0f0fu);
  EXPECT_EQ(sectors_used(strided(32, 0, 4).data(), 32, 4), (std::vector<SectorUse>{{0, 0xf0u}}));
  EXPECT_EQ(sectors_used(strided(2, 64, 32).data(), 2, 16), (std::vector<SectorUse>{{1, 0xffffu}, {3, 0xffffu}}));
  EXPECT_EQ(sectors_used(strided(1, 0, 28).data(), 1, 8), (std::vector<SectorUse>{{0, 0xf0000000u}, {1, 0xfu}}));
}

/// No bank delivers two words in one wavefront, nobody is served twice or never, and there are as many wavefronts
/// as counted.
void expect_possible(const std::vector<std::uint64_t>& offsets, unsigned element_bytes) {
  const auto lanes = static_cast<unsigned>(offsets.size());
  const auto uses = bank_uses(offsets.data(), lanes, element_bytes);
  EXPECT_EQ(uses.size(), lanes * element_bytes / 4);
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> delivered;
  std::set<std::pair<unsigned, std::uint64_t>> served;
  std::set<unsigned> wavefronts;
  for (const auto& use : uses) {
    EXPECT_EQ(use.bank, use.word % 32);
    const auto [at, is_new] = delivered.try_emplace({use.wavefront, use.bank}, use.word);
    EXPECT_EQ(at->second, use.word) << "wavefront " << use.wavefront << ", bank " << use.bank;
    EXPECT_TRUE(served.insert({use.place, use.word}).second);
    EXPECT_EQ(use.word / (element_bytes / 4), offsets[use.place] / element_bytes);
    wavefronts.insert(use.wavefront);
  }
  EXPECT_EQ(wavefronts.size(), shared_wavefronts(offsets.data(), lanes, element_bytes));
  EXPECT_EQ(*wavefronts.rbegin() + 1, wavefronts.size()) << "every wavefront delivers something";
}

TEST(BankUses, ArePossibleAndAsManyAsCounted) {
  std::mt19937 random(11);
  for (int round = 0; round < 1000; ++round) {
    const unsigned element_bytes = 4u << random() % 3, range = 1u << random() % 10;
    std::vector<std::uint64_t> offsets;
    for (unsigned lane = 1 + random() % 32; lane > 0; --lane)
      offsets.push_back(std::uint64_t{element_bytes} * (random() % range));
    expect_possible(offsets, element_bytes);
  }
}

TEST(BankUses, ServeTheFirstLaneOfABankFirst) {
  const auto uses = bank_uses(strided(32, 16).data(), 32, 4);  // 4 words apart: banks 0, 4 .. 28, four lanes each
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(uses[lane].wavefront, lane / 8);
  for (const auto& use : bank_uses(strided(32, 0).data(), 32, 4)) EXPECT_EQ(use.wavefront, 0u);
}

}  // namespace
}  // namespace lanescope
