// Where a mark on a picture covers nothing that is drawn there. Plain geometry, no ImGui.
#pragma once

#include "viz/kit/scene.h"

namespace lanescope {

/// A place of this size inside the scene, `margin` from its edges, all in pixels: at the lower edge from the right
/// on, else beside the title, else anywhere; where nothing is free, the place that covers the least, and words last
/// of all.
Rect free_place(const Scene& scene, float width, float height, float margin);

}  // namespace lanescope
