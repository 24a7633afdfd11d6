#include "engine/trace/history_of_blocks.h"

#include <algorithm>
#include <utility>

namespace lanescope {

HistoryOfBlocks::HistoryOfBlocks(std::vector<std::uint32_t> numbers) {
  const std::uint64_t blocks = numbers.size();
  if (blocks > 0) append(blocks, std::move(numbers));
}

void HistoryOfBlocks::append(std::uint64_t blocks, std::vector<std::uint32_t> pattern) {
  stretches_.push_back({size(), size() + blocks, std::move(pattern)});
}

void HistoryOfBlocks::set(std::uint64_t block, std::uint32_t number) {
  std::vector<std::uint32_t> numbers = expanded();
  numbers[block] = number;
  *this = HistoryOfBlocks(std::move(numbers));
}

std::uint32_t HistoryOfBlocks::operator[](std::uint64_t block) const {
  const auto stretch = std::upper_bound(stretches_.begin(), stretches_.end(), block,
                                        [](std::uint64_t b, const Stretch& one) { return b < one.end; });
  return stretch->pattern[(block - stretch->begin) % stretch->pattern.size()];
}

std::vector<std::uint32_t> HistoryOfBlocks::expanded() const {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(size());
  for (const Stretch& one : stretches_)
    for (std::uint64_t i = 0; i < one.end - one.begin; ++i) numbers.push_back(one.pattern[i % one.pattern.size()]);
  return numbers;
}

std::vector<SharingBlocks> HistoryOfBlocks::sharing(std::size_t histories) const {
  std::vector<SharingBlocks> sharing(histories);
  for (const Stretch& one : stretches_) {
    const std::uint64_t blocks = one.end - one.begin, period = one.pattern.size();
    for (std::uint64_t i = 0; i < std::min(period, blocks); ++i) {
      SharingBlocks& own = sharing[one.pattern[i]];
      if (own.count == 0) own.first = one.begin + i;
      own.count += blocks / period + (i < blocks % period);
    }
  }
  return sharing;
}

std::vector<std::uint32_t> HistoryOfBlocks::number_by_first_block(std::size_t histories) {
  const std::vector<SharingBlocks> blocks = sharing(histories);
  std::vector<std::uint32_t> order, number(histories);
  for (std::uint32_t old = 0; old < histories; ++old)
    if (blocks[old].count > 0) order.push_back(old);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return blocks[a].first < blocks[b].first; });
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  for (Stretch& one : stretches_)
    for (std::uint32_t& old : one.pattern) old = number[old];
  return order;
}

}  // namespace lanescope
