// What a kernel teaches, in words that stay on the screen.
#pragma once

#include <string>

#include "viz/panels/panels.h"

namespace lanescope {

/// Unscaled, of what stands above the pictures.
inline constexpr float kAbovePadding = 8, kAboveLineGap = 2;

/// What to look at in a run of the ladder, or what to change before anything of it is seen.
std::string watch_words(const Run& run);
/// And behind it, where one block has all elements, how there are more.
std::string with_way_to_blocks(const Run& run, const std::string& words);

/// Of a panel of this width, in pixels: what the kernels of the variants teach, whichever of them is active; 0
/// where something else is told, as on the stage, and of a user's kernel.
float idea_height(const Model& model, const Ui& ui, float width);

/// Of the active variant.
void idea_panel(const Model& model, const Ui& ui, const Rect& rect);

}  // namespace lanescope
