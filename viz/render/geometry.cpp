// Quads, lines and glyphs to vertices.
#include "viz/render/geometry.h"

#include <algorithm>
#include <cmath>

#include "viz/kit/text_width.h"

namespace lanescope {
namespace {

struct Point {
  float x, y;
};

/// A rectangle around `middle` whose long side points along `axis` (of length 1); `pad` more on each side, for the
/// soft edge.
void add_box(std::vector<ShapeVertex>& out, Point middle, Point axis, float half_w, float half_h, float pad,
             const ShapeVertex& style) {
  for (const auto& [sx, sy] : {Point{-1, -1}, Point{1, -1}, Point{1, 1}, Point{-1, 1}}) {
    ShapeVertex vertex = style;
    vertex.half_w = half_w;
    vertex.half_h = half_h;
    vertex.local_x = sx * (half_w + pad);
    vertex.local_y = sy * (half_h + pad);
    vertex.x = middle.x + vertex.local_x * axis.x - vertex.local_y * axis.y;
    vertex.y = middle.y + vertex.local_x * axis.y + vertex.local_y * axis.x;
    out.push_back(vertex);
  }
}

bool whole(float value) {
  return value == std::floor(value);
}

}  // namespace

void add_quad(std::vector<ShapeVertex>& out, const Quad& quad, float hatch_period) {
  const Rect& r = quad.rect;
  if (r.w <= 0 || r.h <= 0) return;
  const float half_w = r.w / 2, half_h = r.h / 2;
  ShapeVertex style{};
  style.radius = std::min({quad.radius, half_w, half_h});
  style.stroke = quad.stroke;
  style.hatch_period = quad.pattern == Pattern::hatched ? hatch_period : 0;
  style.color = quad.color;
  const bool crisp = whole(r.x) && whole(r.y) && whole(r.w) && whole(r.h);
  add_box(out, {r.x + half_w, r.y + half_h}, {1, 0}, half_w, half_h, crisp ? 0.0f : 1.0f, style);
}

void add_line(std::vector<ShapeVertex>& out, const Line& line) {
  float x0 = line.x0, y0 = line.y0, x1 = line.x1, y1 = line.y1;
  const float length = std::hypot(x1 - x0, y1 - y0);
  if (length <= 0) return;
  // An upright or level line between two pixels would be two half-lit ones.
  const auto snapped = [&](float value) { return std::round(value - line.width / 2) + line.width / 2; };
  if (std::abs(x1 - x0) < 0.01f) x0 = x1 = snapped(x0);
  if (std::abs(y1 - y0) < 0.01f) y0 = y1 = snapped(y0);
  ShapeVertex style{};
  style.color = line.color;
  add_box(out, {(x0 + x1) / 2, (y0 + y1) / 2}, {(x1 - x0) / length, (y1 - y0) / length}, length / 2, line.width / 2,
          1, style);
}

bool add_text(std::vector<GlyphVertex>& out, const Text& text, GlyphAtlas& atlas) {
  constexpr float kHalfCapital = 0.364f;  // of the font size; both faces agree
  float pen = bounds(text).x;
  const float baseline = std::round(text.y + kHalfCapital * text.size);
  for (std::size_t i = 0; i < text.text.size();) {
    const char32_t character = next_character(text.text, i);
    const float at = std::floor(pen);
    const int phase = std::min(static_cast<int>((pen - at) * GlyphAtlas::kPhases), GlyphAtlas::kPhases - 1);
    pen += advance_width(character, text.face) * text.size;
    const Glyph* glyph = atlas.glyph(character, text.face, text.size, phase);
    if (!glyph) {
      if (atlas.full()) return false;
      continue;
    }
    const float x = at + glyph->left, y = baseline + glyph->top;
    const auto w = static_cast<float>(glyph->width), h = static_cast<float>(glyph->height);
    const float u = static_cast<float>(glyph->x), v = static_cast<float>(glyph->y), side = GlyphAtlas::kSide;
    for (const auto& [cx, cy] : {Point{0, 0}, Point{1, 0}, Point{1, 1}, Point{0, 1}})
      out.push_back({x + cx * w, y + cy * h, (u + cx * w) / side, (v + cy * h) / side, text.color});
  }
  return true;
}

}  // namespace lanescope
