// Which history each block of a grid has. Neighbouring blocks mostly do the same, or repeat what a few do, so this
// is a list of stretches and does not grow with the grid.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// The blocks that share a history: how many, and the lowest.
struct SharingBlocks {
  std::uint64_t count = 0, first = 0;
};

class HistoryOfBlocks {
 public:
  HistoryOfBlocks() = default;
  /// One number a block.
  explicit HistoryOfBlocks(std::vector<std::uint32_t> numbers);

  /// The next `blocks` blocks: their numbers are those of `pattern`, again and again. Neither may be empty.
  void append(std::uint64_t blocks, std::vector<std::uint32_t> pattern);
  void set(std::uint64_t block, std::uint32_t number);

  std::uint64_t size() const { return stretches_.empty() ? 0 : stretches_.back().end; }
  bool empty() const { return stretches_.empty(); }
  std::uint32_t operator[](std::uint64_t block) const;

  /// One number a block.
  std::vector<std::uint32_t> expanded() const;
  /// An entry for each of `histories` histories.
  std::vector<SharingBlocks> sharing(std::size_t histories) const;
  /// Numbers histories by their first block. Returns the old number of each new one.
  std::vector<std::uint32_t> number_by_first_block(std::size_t histories);

 private:
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
    std::vector<std::uint32_t> pattern;
  };
  std::vector<Stretch> stretches_;
};

}  // namespace lanescope
