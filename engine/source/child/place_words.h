// How a finding names a thread of its block, and a block of its grid.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "engine/base/sentence.h"

namespace lanescope {

/// By its number, and where they are numbered in several directions by threadIdx or blockIdx, too: "17 (1, 1)".
inline Sentence place_word(std::uint64_t number, const std::array<unsigned, 3>& extent) {
  std::string word = std::to_string(number);
  if (extent[1] > 1 || extent[2] > 1) {
    const std::uint64_t row = number / extent[0];
    word += " (" + std::to_string(number % extent[0]) + ", " + std::to_string(row % extent[1]);
    if (extent[2] > 1) word += ", " + std::to_string(row / extent[1]);
    word += ")";
  }
  return Sentence::word(std::move(word));
}

}  // namespace lanescope
