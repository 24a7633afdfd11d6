// Loads the program's fonts into ImGui's atlas.
#pragma once

#include <set>

#include "viz/panels/ui.h"
#include "viz/text/language.h"

namespace lanescope {

/// Replaces the atlas's contents with the program's fonts at this scale, with the characters that the language
/// needs and `others` besides, which a text that is not the program's has.
Fonts load_fonts(ImFontAtlas& atlas, float scale, Language language, const std::set<char32_t>& others = {});

}  // namespace lanescope
