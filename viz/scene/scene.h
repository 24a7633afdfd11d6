// A picture as plain arrays, in pixels from the top left: what to draw, and what lies under the pointer.
// Built by the pure functions beside this file, drawn by viz/render, written as a file by either.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viz/model/view_state.h"

namespace lanescope {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Color&) const = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  bool contains(float px, float py) const { return px >= x && px < x + w && py >= y && py < y + h; }
  bool operator==(const Rect&) const = default;
};

struct Quad {
  Rect rect;
  Color color;
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
  float size = 14;             ///< of the font, in pixels
  FontFace face = FontFace::sans;
  Align align = Align::left;
  Color color;
  std::string text;
};

/// Lanes of one block, drawn from a texture of masks: one texel a (warp, step). Cell (step, warp * 32 + lane) of
/// the rectangle's grid; rows are steps, downwards.
struct MaskGrid {
  Rect rect;
  std::uint32_t steps = 0, warps = 0;
  std::uint32_t live_mask = 0xffffffffu;
  std::vector<std::uint32_t> masks;      ///< step * warps + warp
  std::uint32_t rows_done = 0;           ///< rows from here on are dimmed: the future
  Color active, divergent_active, divergent_masked, retired;
};

/// A place that means something: the last one that contains the pointer wins.
struct Pick {
  Rect rect;
  Focus focus;
};

struct Scene {
  float width = 0, height = 0;
  Color background;
  std::vector<Quad> quads;               ///< drawn first, in order
  std::vector<MaskGrid> mask_grids;
  std::vector<Line> lines;
  std::vector<Quad> overlays;            ///< over the lines: markers, outlines, the backs of labels
  std::vector<Text> texts;
  std::vector<Pick> picks;
};

/// Width of a text in pixels, so that builders can fit labels; scenes are built the same on every machine
/// because it is a table of average widths, not a font file.
float text_width(const std::string& text, FontFace face, float size);

/// What lies under a point of the scene; empty where nothing does.
Focus pick(const Scene& scene, float x, float y);

}  // namespace lanescope
