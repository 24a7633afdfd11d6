// Where each panel is: a fixed grid whose inner borders can be dragged. Plain geometry, no ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viz/kit/scene.h"

namespace lanescope {

/// The smallest window, in pixels: everything fits in it, even four variants on the stage. The window cannot be
/// made smaller; on a smaller screen, letters shrink.
inline constexpr int kSmallestWidth = 1000, kSmallestHeight = 600;

/// The scale nearest to `wanted` at which all panels fit into a window of this size.
float scale_with_room(float wanted, float width, float height, std::size_t variants, bool stage = false);

/// The borders that the user can move, in sizes that are valid for every window and scale.
struct Splitters {
  float controls_width = 304;  ///< in unscaled pixels
  float top_share = 0.5f;      ///< of the height of the pictures: the upper one; the rest is warp activity
  float panel_share = 0.36f;   ///< of the height between sentences and transport: the view that is open below
  bool operator==(const Splitters&) const = default;
};

/// What the layout must contain.
struct LayoutContent {
  std::size_t variants = 1;
  bool folded = false;       ///< the view below is hidden: only its tabs are shown
  bool enlarged = false;     ///< one view has the whole width, and all the height between header and transport
  bool stage = false;        ///< only the columns, in all of the window
  bool transport = true;     ///< on the stage: it is asked for, and the columns end above it
  float foot = 0;            ///< height below the columns that something else takes, in pixels
  bool heads = false;        ///< a line above the pictures says what is the same in all columns
  bool strip = true;         ///< below the pictures; none where it is what is enlarged, or `foot` is in its place
  bool view_on_top = true;   ///< there is another picture above warp activity
  bool rows_on_top = false;  ///< which has a row a step, and needs height more than width
  std::uint32_t activity_rows = 0;  ///< of warp activity, which takes no more than they need; 0: not known
  float message = 0;                ///< what messages need beyond the height of a sentence, in pixels
  float notice = 0;                 ///< height of the program's notice below the header, in pixels; 0: no notice
  float question = 0;               ///< height of the question above all columns, in pixels; 0: no question
};

struct Layout {
  /// A variant's part of the window, from top to bottom.
  struct Column {
    Rect sentence, top, activity, panel;
    Rect strip;  ///< below its pictures; empty where they need the height
  };
  Rect header, controls, result, tabs, transport;
  Rect notice;    ///< over all columns, below the header
  Rect question;  ///< over all columns, below that
  Rect heads;     ///< over all columns, above their pictures; empty unless asked for
  std::vector<Column> columns;
  Rect panel;  ///< over all columns: for views of all variants
  Rect controls_splitter, top_splitter, panel_splitter;
};

/// Panels inside a window of this size, in pixels; they never overlap and always fit. `scale` is pixels per
/// unscaled pixel (display scale, and 1.6 on the stage). Panels that `content` does not ask for are empty.
Layout make_layout(float width, float height, float scale, const Splitters& splitters,
                   const LayoutContent& content);

/// The splitters after dragging one of them to the pointer.
enum class SplitterId { controls, top, panel };
Splitters drag_splitter(const Splitters& splitters, SplitterId id, float x, float y, const Layout& now,
                        float scale);

}  // namespace lanescope
