// What a program or its kernels printed, as lines to be shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct OutputLines {
  std::vector<std::string> lines;  ///< printable
  std::uint64_t lost = 0;          ///< of them, behind those
};

/// As a terminal shows it: a tab goes on to the next column that 8 divides, a carriage return begins the line anew,
/// and colours are left out. What is no text, as an image or an array that is written as it is in memory, is shown
/// as `hexdump -C` shows it, its first 64 KiB.
OutputLines output_lines(std::string_view output);

}  // namespace lanescope
