// The font that has the Chinese characters: Noto Sans CJK, from the distribution's package. 20 MB a weight, so it
// is mapped, not read, and only where a language needs it.
#pragma once

#include <span>
#include <string>

#include "viz/text/language.h"

namespace lanescope {

/// Why the language cannot be shown here, in one English sentence; empty where it can.
const std::string& language_refusal(Language language);

/// The next language that can be shown, around the end; English always can.
Language next_language(Language language);

/// The file of a collection (TrueType or CFF) as bytes, for as long as the program runs; empty where it is not
/// installed.
std::span<const unsigned char> cjk_font(bool bold);

/// Height of a line over the em square, as the file has it.
inline constexpr float kCjkLine = 1.448f;

}  // namespace lanescope
