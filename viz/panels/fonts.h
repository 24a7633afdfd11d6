// Loads the program's faces into ImGui's atlas.
#pragma once

#include "viz/panels/ui.h"
#include "viz/text/language.h"

namespace lanescope {

/// Replaces what the atlas holds with the program's faces at this scale, and the characters of that language's
/// words.
Fonts load_fonts(ImFontAtlas& atlas, float scale, Language language);

}  // namespace lanescope
