// Loads the program's faces into ImGui's atlas, or ImGui's own where they are not installed.
#pragma once

#include "viz/panels/ui.h"

namespace lanescope {

/// Replaces what the atlas holds with the program's faces at this scale.
Fonts load_fonts(ImFontAtlas& atlas, float scale);

}  // namespace lanescope
