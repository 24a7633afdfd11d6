// The font with the Chinese characters: Noto Sans CJK, from the distribution's package. It is 20 MB per weight, so
// it is mapped, not read, and only if a language needs it.
#pragma once

#include <span>
#include <string>

#include "viz/text/language.h"

namespace lanescope {

/// Why the language cannot be shown on this machine, in one English sentence; empty if it can.
const std::string& language_refusal(Language language);

/// The next language in the list that can be shown, cyclically; English always can.
Language next_language(Language language);

/// The font collection's file (TrueType or CFF), valid as long as the program runs; empty if it is not installed.
std::span<const unsigned char> cjk_font(bool bold);

/// Line height relative to the em square, from the font file.
inline constexpr float kCjkLine = 1.448f;

}  // namespace lanescope
