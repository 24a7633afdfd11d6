// Advance widths of the characters of a UTF-8 text; shared by builders and renderer.
#pragma once

#include <cstddef>
#include <string>

#include "viz/kit/scene.h"
#include "viz/text/characters.h"

namespace lanescope {

/// In multiples of the font size.
float advance_width(char32_t character, FontFace face);

/// The text, cut short with an ellipsis if it is wider than `width`; empty if not even that fits.
std::string fitted(const std::string& text, FontFace face, float size, float width);

}  // namespace lanescope
