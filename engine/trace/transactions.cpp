#include "engine/trace/transactions.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

/// Remembers which of at most 64 numbers it has seen; quick where they come in rising order.
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

/// Wavefronts of lanes that together ask for at most 128 bytes, or for 32 words where elements are narrower.
unsigned wavefronts_of_group(const std::uint64_t* offsets, unsigned lanes, unsigned words_per_element) {
  std::array<std::uint8_t, kBanks> depth{};
  std::array<std::array<std::uint64_t, kWarpSize>, kBanks> words;
  unsigned wavefronts = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned part = 0; part < words_per_element; ++part) {
      const std::uint64_t word = offsets[lane] / kBankBytes + part;
      const unsigned bank = word % kBanks;
      const auto begin = words[bank].begin(), end = begin + depth[bank];
      if (std::find(begin, end, word) != end) continue;
      words[bank][depth[bank]++] = word;
      wavefronts = std::max<unsigned>(wavefronts, depth[bank]);
    }
  }
  return wavefronts;
}

}  // namespace

unsigned sectors_touched(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  DistinctSet sectors;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint64_t first = offsets[lane] / kSectorBytes;
    const std::uint64_t last = (offsets[lane] + element_bytes - 1) / kSectorBytes;
    sectors.insert(first);
    if (last != first) sectors.insert(last);
  }
  return sectors.size();
}

unsigned shared_wavefronts(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  const unsigned words_per_element = std::max(1u, element_bytes / kBankBytes);
  const unsigned group = kWarpSize / words_per_element;
  unsigned wavefronts = 0;
  for (unsigned first = 0; first < lanes; first += group) {
    wavefronts += wavefronts_of_group(offsets + first, std::min(group, lanes - first), words_per_element);
  }
  return wavefronts;
}

unsigned transactions_of(AccessKind kind, const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes) {
  return is_shared(kind) ? shared_wavefronts(offsets, lanes, element_bytes)
                         : sectors_touched(offsets, lanes, element_bytes);
}

}  // namespace lanescope
