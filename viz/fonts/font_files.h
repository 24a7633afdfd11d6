// The faces of window and pictures, embedded when the program is built: it draws the same where no font is
// installed, and no frame waits for a file.
#pragma once

#include <span>

#include "viz/kit/scene.h"

namespace lanescope {

/// The face's file (OpenType), for as long as the program runs. It has every character that the program writes in
/// English; a test holds that.
std::span<const unsigned char> font_file(FontFace face);

/// First and last of characters that belong together.
struct CharacterRange {
  char32_t first, last;
};
/// What the program writes: Latin, and the signs of sentences and tables (dashes, quotes, ellipsis, arrows,
/// comparisons, tick).
inline constexpr CharacterRange kWrittenCharacters[] = {{0x20, 0xff},     {0x2010, 0x2027}, {0x2030, 0x203a},
                                                        {0x2190, 0x2195}, {0x2200, 0x22ff}, {0x25a0, 0x25ff},
                                                        {0x2713, 0x2713}};

}  // namespace lanescope
