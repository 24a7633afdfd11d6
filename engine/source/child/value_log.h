// What the lanes of the kept block read, wrote and gave each other, with the values: they become its BlockValues.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/block_values.h"
#include "engine/workload/elements.h"

namespace lanescope {

class ValueLog {
 public:
  /// A block with more accesses than these has no values.
  static constexpr std::size_t kMost = 1 << 17;

  /// Values of this type are kept, of words of another size none; without a type nothing is.
  void follow(std::optional<ElementType> type);
  void begin(std::uint64_t block, bool keeps);
  bool keeps() const { return keeps_; }

  /// A lane is about to access memory, in a row of its warp's path. What it stores is looked at when the next lane
  /// or the same one is noted.
  void note(unsigned thread, std::uint32_t row, AccessKind kind, ArrayId array, std::uint64_t offset,
            std::uintptr_t at, unsigned bytes);
  /// A lane waits for others of its warp, in a row of its path.
  void note_arrival(unsigned thread, std::uint32_t row);
  /// Lanes that waited meet: each gets what `from` gave.
  void begin_meeting();
  void note_exchange(unsigned thread, unsigned from, const void* value, unsigned bytes);

  /// Rows of a path become rows of the block, and those its steps: of what was noted since the last call.
  void set_rows(std::span<const std::uint32_t> row_of_path);
  void set_steps(std::span<const std::int32_t> step_of_row);

  /// Empty where they are too many.
  const BlockValues& values() const { return values_; }

 private:
  double number_at(std::uintptr_t at) const;
  void settle();
  void give_up();

  bool keeps_ = false;
  std::optional<ElementType> type_;
  unsigned element_bytes_ = 4;
  BlockValues values_;
  std::size_t unsettled_ = 0;  // accesses from here on are of one store, whose value is not there yet
  std::uintptr_t unsettled_at_ = 0;
  std::size_t rowed_accesses_ = 0, stepped_accesses_ = 0, stepped_exchanges_ = 0;
  std::uint32_t meetings_ = 0;
  std::vector<std::uint32_t> arrived_;       // threads, since the last path
  std::vector<std::uint32_t> arrival_rows_;  // by thread
};

}  // namespace lanescope
