// Where each panel is: a fixed grid whose inner borders can be dragged. Plain geometry, no ImGui.
#pragma once

#include <cstddef>
#include <vector>

#include "viz/kit/scene.h"

namespace lanescope {

/// The smallest window, in pixels: everything finds room in it, four variants in projector mode, too. The window
/// cannot be made smaller; one that is, on a small screen, has smaller letters.
inline constexpr int kSmallestWidth = 1000, kSmallestHeight = 600;

/// The scale nearest to `wanted` at which a window of so many pixels has room for all its panels.
float scale_with_room(float wanted, float width, float height, std::size_t variants);

/// What the user may move, in sizes that hold for every window and scale.
struct Splitters {
  float controls_width = 304;  ///< in unscaled pixels
  float top_share = 0.5f;      ///< of the height of the pictures: the upper one; the rest is warp activity
  float panel_share = 0.36f;   ///< of the height between sentences and transport: the view that is open below
  bool operator==(const Splitters&) const = default;
};

/// What the grid has to hold.
struct LayoutContent {
  std::size_t variants = 1;
  bool folded = false;      ///< the view below is put away: only its tabs are there
  bool enlarged = false;    ///< one view has the whole width, and all the height between header and transport
  bool view_on_top = true;  ///< above warp activity there is another picture
  float question = 0;       ///< height of what is asked above all columns, in pixels; 0: nothing is
};

struct Layout {
  /// A variant's part of the window, from top to bottom.
  struct Column {
    Rect sentence, top, activity, panel;
    Rect strip;  ///< below its pictures; empty where they need the height
  };
  Rect header, controls, result, tabs, transport;
  Rect question;  ///< over all columns, below the header
  std::vector<Column> columns;
  Rect panel;  ///< over all columns: for views of all variants
  Rect controls_splitter, top_splitter, panel_splitter;
};

/// Panels inside a window of this size, in pixels; they never overlap and always fit. `scale` is pixels per
/// unscaled pixel (display scale, and 1.6 in projector mode). What `content` has no place for is empty.
Layout make_layout(float width, float height, float scale, const Splitters& splitters,
                   const LayoutContent& content);

/// The splitters after dragging one of them to the pointer.
enum class SplitterId { controls, top, panel };
Splitters drag_splitter(const Splitters& splitters, SplitterId id, float x, float y, const Layout& now,
                        float scale);

}  // namespace lanescope
