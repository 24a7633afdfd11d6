// Scenes as vertices: every shape is four vertices, made here on the CPU and sent in one upload. (Instancing would
// send less, and is several times slower on software rasterisers.)
#pragma once

#include <cstdint>
#include <vector>

#include "viz/kit/scene.h"
#include "viz/render/glyph_atlas.h"

namespace lanescope {

struct ShapeVertex {
  float x, y;
  float local_x, local_y, half_w, half_h;
  float radius, stroke, hatch_period, unused;
  Color color;
};

struct GlyphVertex {
  float x, y;
  float u, v;
  Color color;
};

void add_quad(std::vector<ShapeVertex>& out, const Quad& quad, float hatch_period);
void add_line(std::vector<ShapeVertex>& out, const Line& line);
/// Returns false if the atlas became full.
bool add_text(std::vector<GlyphVertex>& out, const Text& text, GlyphAtlas& atlas);

}  // namespace lanescope
