// Arrays of whole numbers, compressed: differences between neighbours, with equal differences as one run. A
// trace's arrays are mostly constant or evenly spaced, so a thousand of its numbers usually take ten bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace lanescope {

using PackedNumbers = std::vector<std::uint8_t>;

PackedNumbers pack_numbers(const std::vector<std::uint64_t>& numbers);

template <class T>
PackedNumbers pack_numbers(const std::vector<T>& numbers) {
  return pack_numbers(std::vector<std::uint64_t>(numbers.begin(), numbers.end()));
}

/// Unpacks the arrays of one file. A few bytes can stand for any number of equal numbers, so the total output is
/// limited: a damaged or hostile file cannot make the program allocate all memory.
class Unpacker {
 public:
  explicit Unpacker(std::uint64_t most_numbers) : left_(most_numbers) {}

  /// Exactly `count` numbers of at most `largest`. Throws Error(usage) that says "<what> ...".
  std::vector<std::uint64_t> numbers(const PackedNumbers& packed, std::uint64_t count, std::uint64_t largest,
                                     const char* what);

  template <class T>
  std::vector<T> numbers_as(const PackedNumbers& packed, std::uint64_t count, std::uint64_t largest,
                            const char* what) {
    const auto wide = numbers(packed, count, largest, what);
    std::vector<T> out;
    out.reserve(wide.size());
    for (const std::uint64_t number : wide) out.push_back(static_cast<T>(number));
    return out;
  }

 private:
  std::uint64_t left_;
};

}  // namespace lanescope
