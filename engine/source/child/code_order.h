// In which order places of the user's code are run, and its loops: what a step back there is a round of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope {

class CodeOrder {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  /// From where its first block begins to behind its last one.
  struct Loop {
    std::uint32_t begin, end;
    std::uint32_t outer;  ///< the number of the one around it; kNone: there is none
  };

  /// The table that the library has (engine/source/code_flow.h), of `count` words. `base`: where the library is.
  void read(const std::uint64_t* table, std::size_t count, std::uintptr_t base, std::size_t code_bytes);

  /// Of a place behind an instruction: a number that is larger than that of all places that are run before it, but
  /// for steps back. Without a table it is the place.
  std::uint32_t of(std::uint32_t place) const;

  /// The number of the innermost loop that has what is at two places of the order; kNone: none has.
  std::uint32_t innermost(std::uint32_t to, std::uint32_t from) const;
  const Loop& loop(std::uint32_t number) const { return loops_[number]; }

 private:
  struct Block {
    std::uint32_t begin;   ///< in the code
    std::uint32_t number;  ///< in the order of the table
    std::uint32_t order;   ///< of its first place
  };
  std::vector<Block> blocks_;  // by where they begin
  std::vector<Loop> loops_;    // likewise, in the order; outer ones first
};

}  // namespace lanescope
