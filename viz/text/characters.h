// Characters of a UTF-8 text, and where a line of them may end.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lanescope {

/// The character at `position`, which moves behind it. Malformed bytes come out as U+FFFD, one each.
char32_t next_character(const std::string& text, std::size_t& position);

/// Chinese characters and their punctuation: as wide as they are high, and no blanks between them.
constexpr bool is_wide(char32_t c) {
  return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xff01 && c <= 0xff60) ||
         (c >= 0x20000 && c <= 0x3ffff);
}

/// The text in lines no wider than `width`, as far as its words allow: broken at blanks, and beside wide
/// characters, but neither before a closing sign nor after an opening one. Line feeds stay breaks.
std::vector<std::string> broken_lines(const std::string& text, float width,
                                      const std::function<float(const std::string&)>& width_of);

}  // namespace lanescope
