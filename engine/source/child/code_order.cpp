#include "engine/source/child/code_order.h"

#include <algorithm>

namespace lanescope {

void CodeOrder::read(const std::uint64_t* table, std::size_t count, std::uintptr_t base, std::size_t code_bytes) {
  constexpr std::size_t kWords = 2;
  blocks_.clear();
  loops_.clear();
  const std::size_t blocks = count / kWords;
  for (std::size_t i = 0; i < blocks; ++i)
    blocks_.push_back({static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(table + i * kWords) +
                                                  table[i * kWords] - base),
                       static_cast<std::uint32_t>(i), 0});
  std::sort(blocks_.begin(), blocks_.end(), [](const Block& a, const Block& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.number < b.number;
  });
  std::vector<std::uint32_t> bytes(blocks), begins(blocks + 1, 1);
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto end = i + 1 < blocks ? blocks_[i + 1].begin : static_cast<std::uint32_t>(code_bytes);
    bytes[blocks_[i].number] = end - blocks_[i].begin + 1;
  }
  for (std::size_t i = 0; i < blocks; ++i) begins[i + 1] = begins[i] + bytes[i];
  for (Block& block : blocks_) block.order = begins[block.number];
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::uint64_t behind = table[i * kWords + 1];
    if (behind <= i || behind > blocks) continue;
    const std::uint32_t begin = begins[i], end = begins[behind];
    std::uint32_t outer = loops_.empty() ? kNone : static_cast<std::uint32_t>(loops_.size() - 1);
    while (outer != kNone && loops_[outer].end < end) outer = loops_[outer].outer;
    loops_.push_back({begin, end, outer});
  }
}

std::uint32_t CodeOrder::of(std::uint32_t place) const {
  const auto behind = std::upper_bound(blocks_.begin(), blocks_.end(), place - std::min(place, 1u),
                                       [](std::uint32_t at, const Block& one) { return at < one.begin; });
  if (behind == blocks_.begin()) return place;
  return std::prev(behind)->order + (place - std::prev(behind)->begin);
}

std::uint32_t CodeOrder::innermost(std::uint32_t to, std::uint32_t from) const {
  const auto behind = std::upper_bound(loops_.begin(), loops_.end(), to,
                                       [](std::uint32_t at, const Loop& one) { return at < one.begin; });
  auto number = behind == loops_.begin() ? kNone : static_cast<std::uint32_t>(behind - loops_.begin() - 1);
  while (number != kNone && loops_[number].end < from) number = loops_[number].outer;
  return number;
}

}  // namespace lanescope
