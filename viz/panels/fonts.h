// Loads the program's fonts into ImGui's atlas.
#pragma once

#include "viz/panels/ui.h"
#include "viz/text/language.h"

namespace lanescope {

/// Replaces the atlas's contents with the program's fonts at this scale, with the characters that the language
/// needs.
Fonts load_fonts(ImFontAtlas& atlas, float scale, Language language);

}  // namespace lanescope
