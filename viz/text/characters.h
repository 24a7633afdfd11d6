// The characters of a UTF-8 text, and where a line may be broken.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lanescope {

/// Returns the character at `position` and advances it. Each malformed byte becomes one U+FFFD.
char32_t next_character(const std::string& text, std::size_t& position);

/// Sentences of scenes and kernels begin in lower case, to follow other words; so they stand alone.
std::string capitalized(std::string text);

/// Chinese characters and their punctuation: as wide as they are high, and written without blanks between them.
constexpr bool is_wide(char32_t c) {
  return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xff01 && c <= 0xff60) ||
         (c >= 0x20000 && c <= 0x3ffff);
}

/// The text in lines no wider than `width` if possible: broken at blanks and beside wide characters, but not
/// before closing or after opening punctuation, nor after a single capital, which names what follows ("C 4,096").
/// Line feeds stay.
std::vector<std::string> broken_lines(const std::string& text, float width,
                                      const std::function<float(const std::string&)>& width_of);

/// The text in as many lines, which are about as long as each other: for what stands in the middle of a place.
std::vector<std::string> balanced_lines(const std::string& text, float width,
                                        const std::function<float(const std::string&)>& width_of);

}  // namespace lanescope
