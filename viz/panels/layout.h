// Where each panel is: a fixed grid whose three inner borders can be dragged. Plain geometry, no ImGui.
#pragma once

#include "viz/scene/scene.h"

namespace lanescope {

/// What the user may move, in sizes that hold for every window and scale.
struct Splitters {
  float controls_width = 304;      ///< in unscaled pixels
  float tree_share = 0.44f;        ///< of the height of the pictures: the tree; the rest is warp activity
  float table_share = 0.34f;       ///< of the height between header and transport: step table and numbers
  float numbers_share = 0.36f;     ///< of the width of that row: totals and timing
  bool operator==(const Splitters&) const = default;
};

struct Layout {
  Rect header, controls, result, sentence, tree, activity, table, numbers, transport;
  Rect controls_splitter, tree_splitter, table_splitter, numbers_splitter;
};

/// Panels inside a window of this size, in pixels; they never overlap and always fit. `scale` is pixels per
/// unscaled pixel (display scale, and 1.6 in projector mode).
Layout make_layout(float width, float height, float scale, const Splitters& splitters);

/// The splitters after dragging one of them to the pointer.
enum class SplitterId { controls, tree, table, numbers };
Splitters drag_splitter(const Splitters& splitters, SplitterId id, float x, float y, float width, float height,
                        float scale);

}  // namespace lanescope
