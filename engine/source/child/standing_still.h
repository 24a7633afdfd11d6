// Whether a lane that runs on and on stands still: at the same place in the code it has the same registers and the
// same stack as before, and all memory that it looked at or wrote in between holds what it held. Then it does the
// same again and again until some of that memory changes, and only another lane can change it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope {

class StandingStill {
 public:
  /// Memory of an access, and what was there before it.
  struct Word {
    std::uintptr_t address = 0;
    unsigned bytes = 0;
    std::uint32_t line = 0;
    std::array<std::byte, 16> value = {};

    bool is_as_it_was() const;
  };
  /// `most_looks`: how often it may be at the same place otherwise, before it is taken to move.
  explicit StandingStill(unsigned most_looks = 300) : most_looks_(most_looks) {}

  enum class Seen : std::uint8_t { nothing_yet, stands, moves };

  /// The lane, which runs, is about to access memory at that place in its code. `top`: where its stack ends.
  /// `outside`: a number that changes with whatever it did beside that.
  Seen look(std::uintptr_t place, std::uintptr_t top, std::uint64_t outside);
  /// That access.
  void note(std::uintptr_t address, unsigned bytes, std::uint32_t line);

  /// Since it was there before; as long as they are as they were, it stands still.
  const std::vector<Word>& words() const { return words_; }
  bool is_as_it_was() const;

 private:
  static constexpr unsigned kAccessesALook = 16;
  static constexpr std::size_t kMostWords = 256;

  /// Where a lane is.
  struct State {
    std::uint64_t outside = 0;
    std::vector<std::uintptr_t> registers = {};  // that calls keep
    std::vector<std::byte> stack = {};
    bool operator==(const State&) const = default;
  };
  static State state_at(std::uintptr_t place, std::uintptr_t top, std::uint64_t outside);

  std::uintptr_t place_ = 0;
  State state_;
  std::vector<Word> words_;
  unsigned most_looks_, looks_ = 0, accesses_ = 0;
};

}  // namespace lanescope
