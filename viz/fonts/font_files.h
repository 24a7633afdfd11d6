// The fonts of window and pictures, embedded when the program is built: pictures look the same on machines without
// installed fonts, and no frame waits for a file.
#pragma once

#include <span>

#include "viz/kit/scene.h"

namespace lanescope {

/// The font file (OpenType) of a face, valid as long as the program runs. It has every character that the
/// program's English texts use; a test checks that.
std::span<const unsigned char> font_file(FontFace face);

/// First and last character of a range.
struct CharacterRange {
  char32_t first, last;
};
/// What the program writes: Latin, and the signs of sentences and tables (dashes, quotes, ellipsis, arrows,
/// comparisons, tick).
inline constexpr CharacterRange kWrittenCharacters[] = {{0x20, 0xff},     {0x2010, 0x2027}, {0x2030, 0x203a},
                                                        {0x2190, 0x2195}, {0x2200, 0x22ff}, {0x25a0, 0x25ff},
                                                        {0x2713, 0x2713}};

}  // namespace lanescope
