// Where a tip stands: beside what it explains, not over it. Plain geometry, no ImGui.
#pragma once

#include "viz/kit/scene.h"

namespace lanescope {

/// A tip about to be shown, in pixels.
struct Tip {
  float width = 0, height = 0;
  float pointer_x = 0, pointer_y = 0;
  float window_width = 0, window_height = 0;
  float scale = 1;      ///< pixels per unscaled pixel
  bool of_row = false;  ///< of a list whose other rows stay in sight
  Rect whole =
      {};  ///< of which the explained is a part: stays in sight, too, if the tip is near even so; empty: of nothing
};

/// Below `explained`, else above it, else beside it; of a row beside it first. What is so large that the tip would
/// be far from the pointer is covered in part, but not where the pointer is.
Rect place_of_tip(const Tip& tip, const Rect& explained);

}  // namespace lanescope
