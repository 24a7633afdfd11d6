#include "engine/trace/transactions.h"

#include <algorithm>
#include <array>
#include <map>

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

/// Wavefronts of lanes that together ask for at most 128 bytes, or for 32 words if elements are narrower. Calls
/// visit(lane, word, wavefront) for each word of each lane.
unsigned wavefronts_of_group(const std::uint64_t* offsets, unsigned lanes, unsigned words_per_element,
                             auto&& visit) {
  std::array<std::uint8_t, kBanks> depth{};
  std::array<std::array<std::uint64_t, kWarpSize>, kBanks> words;
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

/// All groups of a request, one after another.
unsigned each_bank_use(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes, auto&& visit) {
  const unsigned words_per_element = std::max(1u, element_bytes / kBankBytes);
  const unsigned group = kWarpSize / words_per_element;
  unsigned wavefronts = 0;
  for (unsigned first = 0; first < lanes; first += group) {
    const auto in_group = [&](unsigned lane, std::uint64_t word, unsigned wavefront) {
      visit(first + lane, word, wavefronts + wavefront);
    };
    wavefronts += wavefronts_of_group(offsets + first, std::min(group, lanes - first), words_per_element, in_group);
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

}  // namespace lanescope
