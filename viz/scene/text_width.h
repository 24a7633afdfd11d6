// Characters of a UTF-8 text and how far each advances the pen; shared by builders and renderer.
#pragma once

#include <cstddef>
#include <string>

#include "viz/scene/scene.h"

namespace lanescope {

/// The character at `position`, which moves behind it. Malformed bytes come out as U+FFFD, one each.
char32_t next_character(const std::string& text, std::size_t& position);

/// In multiples of the font size.
float advance_width(char32_t character, FontFace face);

/// The text, cut short with an ellipsis where it is wider than `width`; empty where not even that fits.
std::string fitted(const std::string& text, FontFace face, float size, float width);

}  // namespace lanescope
