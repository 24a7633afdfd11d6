// A picture as plain arrays, in pixels from the top left: what to draw, and what is under the pointer. Built by
// the pure functions of views.h, drawn by viz/render or written as SVG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/repeats.h"
#include "viz/model/command.h"

namespace lanescope {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Color&) const = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  float right() const { return x + w; }
  float bottom() const { return y + h; }
  bool contains(float px, float py) const { return px >= x && px < x + w && py >= y && py < y + h; }
  /// They have a part in common, and not only an edge.
  bool overlaps(const Rect& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  bool operator==(const Rect&) const = default;
};

/// A picture's size in pixels of the framebuffer. `scale` is that of the display (2 on most laptops' panels):
/// fonts, lines and margins grow with it.
struct SceneSize {
  float width = 0, height = 0;
  float scale = 1;
  bool operator==(const SceneSize&) const = default;
};

/// How a shape is filled; hatching is the second sign beside colour.
enum class Pattern { solid, hatched };

struct Quad {
  Rect rect;
  Color color;
  float radius = 0;  ///< of the corners; half the height makes a disc or a pill
  float stroke = 0;  ///< 0: filled; else only the outline, this wide, inside `rect`
  Pattern pattern = Pattern::solid;
};

struct Line {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width = 1;
  Color color;
};

enum class FontFace { sans, sans_bold, mono };
enum class Align { left, center, right };

/// `y` is the middle of the line of text; `x` its left, middle or right as `align` says.
struct Text {
  float x = 0, y = 0;
  float size = 14;  ///< of the font, in pixels
  FontFace face = FontFace::sans;
  Align align = Align::left;
  Color color;
  std::string text;
};

/// The place of a text: its advance width, one font size high.
Rect bounds(const Text& text);

/// Lanes of one block, drawn from a texture of masks: one texel per (warp, step). Rows are steps, downwards; a
/// row's cells are warps, left to right, and a cell's its lanes.
struct MaskGrid {
  Rect rect;  ///< without the gap after the last row and the last warp
  std::uint32_t steps = 0, warps = 0;
  std::uint32_t first_warp = 0;  ///< number of the first one
  std::uint32_t lanes = 32;      ///< lanes that a warp has: 32, or blockDim if it is less
  float row_gap = 0, warp_gap = 0, lane_gap = 0;
  Repeating<std::uint32_t> masks;  ///< step * warps + warp
  std::uint32_t rows_done = 0;     ///< rows from here on are dimmed: the future
  Color background;                ///< what dimmed rows fade to
  Color active, divergent_active, divergent_masked, divergent_hatch, retired;

  std::uint32_t part_column = 0xffffffffu;  ///< of a warp with fewer lanes: the last one of a block that has such
  std::uint32_t part_lanes = 0;             ///< that it has

  std::uint32_t lanes_of(std::uint32_t column) const { return column == part_column ? part_lanes : lanes; }
  std::uint32_t live_mask(std::uint32_t column) const { return first_lanes(lanes_of(column)); }
  static std::uint32_t first_lanes(std::uint32_t count) { return count >= 32 ? 0xffffffffu : (1u << count) - 1; }
  Rect cell(std::uint32_t step, std::uint32_t warp) const;
  Rect lane_cell(std::uint32_t step, std::uint32_t warp, std::uint32_t lane) const;
  /// Step, warp and lane under a point; empty outside. Gaps belong to the cell before them.
  Focus pick(float x, float y) const;
};

/// A place that reacts to the pointer; the last one that contains it wins. If a click does more than select the
/// focus, `clicks` says what. A resting pointer shows `tip`, followed by the meaning of the focus.
struct Pick {
  Rect rect;
  Focus focus;
  Commands clicks = {};
  std::string tip = {};
  std::string name = {};  ///< for scripts that drive the window
  std::optional<Focus> chooses =
      {};  ///< what a click selects and goes to, if that is not what pointing at it highlights
};

/// What changes while a step is under way: place, size and colour go from one to the other between two moments of
/// the step, which begins at 0 and ends at 1; before and after it stands still.
template <class Shape>
struct Moving {
  Shape from, to;
  float begin = 0, end = 1;
};

/// The visible part of a list that the wheel scrolls.
struct ListPart {
  std::uint32_t first = 0;       ///< row in sight
  std::uint32_t last_first = 0;  ///< the first row when the last one is visible; 0: the whole list fits

  bool scrolls() const { return last_first > 0; }
};

struct Scene {
  float width = 0, height = 0;
  Color background;
  std::vector<Quad> quads;  ///< drawn first, in order
  std::vector<MaskGrid> mask_grids;
  std::vector<Line> lines;
  std::vector<Quad> overlays;  ///< over the lines: nodes, markers, outlines, the backs of labels
  std::vector<Text> texts;
  std::vector<Pick> picks;  ///< besides the cells of the mask grids
  ListPart list;            ///< the longest list, if the picture has any
  // Of a step that is under way (motion.h says what they are at a moment): over all that stands still.
  std::vector<Moving<Line>> moving_lines;
  std::vector<Moving<Quad>> moving_quads;
  std::vector<Moving<Text>> moving_texts;

  bool moves() const { return !moving_lines.empty() || !moving_quads.empty() || !moving_texts.empty(); }
};

/// The period of a picture's hatching, which grows with its scale.
float hatch_period(const Scene& scene);

/// Adds another scene to this one, moved by (dx, dy), with its picks.
void append(Scene& scene, const Scene& part, float dx, float dy);

/// Of a scene what is all above `bottom`, and stands still.
void keep_above(Scene& scene, float bottom);

/// Width of a text (UTF-8) in pixels, so that builders can fit labels. It is computed from a table of advance
/// widths, not from a font file, so scenes are the same on every machine; the renderer uses the same table.
float text_width(const std::string& text, FontFace face, float size);

/// The focus under a point of the scene; empty if there is none.
Focus pick(const Scene& scene, float x, float y);
/// The pick under a point; null if there is only a mask grid or nothing.
const Pick* place_under(const Scene& scene, float x, float y);

}  // namespace lanescope
