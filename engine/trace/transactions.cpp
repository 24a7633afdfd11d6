#include "engine/trace/transactions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace lanescope {

namespace {

/// Remembers which of at most 64 numbers it has seen; fast if they come in ascending order.
class DistinctSet {
 public:
  void insert(std::uint64_t value) {
    if (count_ > 0 && value <= largest_) {
      if (value == largest_) return;
      if (std::find(values_.begin(), values_.begin() + count_, value) != values_.begin() + count_) return;
    } else {
      largest_ = value;
    }
    values_[count_++] = value;
  }
  unsigned size() const { return count_; }

 private:
  std::array<std::uint64_t, 2 * kWarpSize> values_;
  std::uint64_t largest_ = 0;
  unsigned count_ = 0;
};

/// Calls visit(sector, lane) for the one or two sectors of each lane's element.
void each_sector(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes, auto&& visit) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint64_t first = offsets[lane] / kSectorBytes;
    const std::uint64_t last = (offsets[lane] + element_bytes - 1) / kSectorBytes;
    visit(first, lane);
    if (last != first) visit(last, lane);
  }
}

/// Wavefronts of a request. Calls visit(lane, word, wavefront) for each word of each lane.
unsigned each_bank_use(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes, auto&& visit) {
  const unsigned words_per_element = std::max(1u, element_bytes / kBankBytes);
  std::array<std::uint8_t, kBanks> depth{};
  // An element has 255 bytes at most, so a lane has two words in a bank.
  std::array<std::array<std::uint64_t, 2 * kWarpSize>, kBanks> words;
  unsigned wavefronts = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned part = 0; part < words_per_element; ++part) {
      const std::uint64_t word = offsets[lane] / kBankBytes + part;
      const unsigned bank = word % kBanks;
      const auto begin = words[bank].begin(), end = begin + depth[bank];
      const auto found = std::find(begin, end, word);
      if (found == end) {
        words[bank][depth[bank]++] = word;
        wavefronts = std::max<unsigned>(wavefronts, depth[bank]);
      }
      visit(lane, word, static_cast<unsigned>(found - begin));
    }
  }
  return wavefronts;
}

}  // namespace

unsigned sectors_touched(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  DistinctSet sectors;
  each_sector(offsets, lanes, element_bytes, [&](std::uint64_t sector, unsigned) { sectors.insert(sector); });
  return sectors.size();
}

std::vector<SectorUse> sectors_used(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  std::map<std::uint64_t, std::uint32_t> bytes_of;
  each_sector(offsets, lanes, element_bytes, [&](std::uint64_t sector, unsigned lane) {
    const std::uint64_t start = sector * kSectorBytes;
    const std::uint64_t from = std::max(offsets[lane], start) - start;
    const std::uint64_t to = std::min(offsets[lane] + element_bytes - start, std::uint64_t{kSectorBytes});
    bytes_of[sector] |= static_cast<std::uint32_t>(((1ull << (to - from)) - 1) << from);
  });
  std::vector<SectorUse> used;
  for (const auto& [sector, bytes] : bytes_of) used.push_back({sector, bytes});
  return used;
}

unsigned shared_wavefronts(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  return each_bank_use(offsets, lanes, element_bytes, [](unsigned, std::uint64_t, unsigned) {});
}

namespace {

/// Of so many wavefronts those that its words do not need.
unsigned beyond_need(unsigned wavefronts, const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  if (element_bytes <= kBankBytes || wavefronts == 0) return wavefronts - std::min(wavefronts, 1u);
  std::set<std::uint64_t> words;
  each_bank_use(offsets, lanes, element_bytes, [&](unsigned, std::uint64_t word, unsigned) { words.insert(word); });
  return wavefronts - static_cast<unsigned>((words.size() + kBanks - 1) / kBanks);
}

}  // namespace

unsigned bank_conflicts(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  return beyond_need(shared_wavefronts(offsets, lanes, element_bytes), offsets, lanes, element_bytes);
}

std::vector<BankUse> bank_uses(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  std::vector<BankUse> uses;
  each_bank_use(offsets, lanes, element_bytes, [&](unsigned lane, std::uint64_t word, unsigned wavefront) {
    uses.push_back({lane, wavefront, static_cast<unsigned>(word % kBanks), word});
  });
  return uses;
}

unsigned lanes_on_one_element(const std::uint64_t* offsets, unsigned lanes) {
  unsigned most = 0;
  for (unsigned lane = 0; lane < lanes; ++lane)
    most = std::max(most, static_cast<unsigned>(std::count(offsets, offsets + lanes, offsets[lane])));
  return most;
}

unsigned transactions_of(AccessKind kind, const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  if (kind == AccessKind::shared_atomic) return lanes_on_one_element(offsets, lanes);
  return is_shared(kind) ? shared_wavefronts(offsets, lanes, element_bytes)
                         : sectors_touched(offsets, lanes, element_bytes);
}

AccessCounts counts_of_request(AccessKind kind, const std::uint64_t* offsets, unsigned lanes,
                               unsigned element_bytes) {
  const bool has_banks = kind == AccessKind::shared_load || kind == AccessKind::shared_store;
  const unsigned transactions = transactions_of(kind, offsets, lanes, element_bytes);
  return {1, transactions, std::uint64_t{lanes} * element_bytes,
          has_banks ? beyond_need(transactions, offsets, lanes, element_bytes) : 0};
}

}  // namespace lanescope
