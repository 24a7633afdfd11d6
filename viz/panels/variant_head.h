// What stands above the step of one of several variants: its letter, its name, and what leads to its launch.
#pragma once

#include <cstddef>

#include "viz/panels/panels.h"

namespace lanescope {

/// A letter in a disc, the kernel's name, and a cross; a click makes the variant active, and opens its launch where
/// there is no left column. `unused`: pixels of its width that the words leave free, since another column's have no
/// more room.
void variant_head(const Model& model, const Ui& ui, PanelState& state, std::size_t variant, const Rect& rect,
                  float unused = 0);

/// Of what closes.
void draw_cross(const Ui& ui, ImVec2 center, ImU32 color);

}  // namespace lanescope
