#include "engine/source/output_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/foreign_text.h"

namespace lanescope {
namespace {

/// Of an escape sequence that sets colours, or clears the rest of the line: how long it is; 0: it is another one.
std::size_t length_of_colour(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && (text[end] == 'm' || text[end] == 'K') ? end + 1 : 0;
}

bool goes_on_a_character(char sign) {
  return (static_cast<unsigned char>(sign) & 0xc0) == 0x80;
}

std::string line_on_terminal(std::string_view line) {
  constexpr std::size_t kTab = 8;
  std::string shown;
  std::size_t column = 0;
  while (!line.empty()) {
    const char sign = line.front();
    const std::size_t colour = length_of_colour(line);
    line.remove_prefix(std::max<std::size_t>(colour, 1));
    if (colour > 0) continue;
    if (sign == '\r') {
      if (line.find_first_not_of('\r') != std::string_view::npos) shown.clear();
      column = 0;
    } else if (sign == '\t') {
      const std::size_t blanks = kTab - column % kTab;
      shown.append(blanks, ' ');
      column += blanks;
    } else {
      shown += sign;
      column += !goes_on_a_character(sign);
    }
  }
  return printable(shown);
}

/// Text of any encoding has no zeros; a string whose end was printed, too, has few.
bool is_text(std::string_view output) {
  return output.find('\0') == std::string_view::npos || bytes_of_no_text(output) < output.size() / 4;
}

/// As `hexdump -C` shows it.
OutputLines dumped(std::string_view output) {
  constexpr std::size_t kMost = 64 << 10, kRow = 16;
  const std::string_view shown = output.substr(0, kMost);
  OutputLines dump{{}, (output.size() - shown.size() + kRow - 1) / kRow};
  for (std::size_t begin = 0; begin < shown.size(); begin += kRow) {
    std::string bytes, text;
    for (std::size_t i = begin; i < std::min(begin + kRow, shown.size()); ++i) {
      const auto byte = static_cast<unsigned char>(shown[i]);
      bytes += fmt::format("{}{:02x} ", i % 8 == 0 ? " " : "", byte);
      text += byte >= 0x20 && byte < 0x7f ? shown[i] : '.';
    }
    dump.lines.push_back(fmt::format("{:08x} {:<50} |{}|", begin, bytes, text));
  }
  dump.lines.push_back(fmt::format("{:08x}", shown.size()));
  return dump;
}

}  // namespace

OutputLines output_lines(std::string_view output) {
  if (!is_text(output)) return dumped(output);
  OutputLines lines;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    lines.lines.push_back(line_on_terminal(output.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

}  // namespace lanescope
