#include "viz/kit/free_place.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

constexpr float kStep = 8;  // pixels between two places that are tried
// What covering one of them costs. A quad across most of the picture is the ground of a row or a phase.
constexpr int kWords = 100, kShape = 10, kLine = 1;
constexpr float kGround = 0.6f;

/// Whether a line passes through the rectangle: what of it is left after clipping at each edge.
bool meet(const Rect& rect, const Line& line) {
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  float begin = 0, end = 1;
  const std::pair<float, float> edges[] = {{-dx, line.x0 - rect.x},
                                           {dx, rect.right() - line.x0},
                                           {-dy, line.y0 - rect.y},
                                           {dy, rect.bottom() - line.y0}};
  for (const auto& [along, room] : edges) {
    if (along == 0 && room < 0) return false;
    if (along < 0) begin = std::max(begin, room / along);
    if (along > 0) end = std::min(end, room / along);
  }
  return begin <= end;
}

int cost_of(const Scene& scene, const Rect& place) {
  int cost = 0;
  for (const Text& text : scene.texts) cost += !text.text.empty() && place.overlaps(bounds(text)) ? kWords : 0;
  for (const MaskGrid& grid : scene.mask_grids) cost += place.overlaps(grid.rect) ? kShape : 0;
  for (const std::vector<Quad>* quads : {&scene.quads, &scene.overlays})
    for (const Quad& quad : *quads)
      cost += quad.rect.w < kGround * scene.width && place.overlaps(quad.rect) ? kShape : 0;
  for (const Line& line : scene.lines) cost += meet(place, line) ? kLine : 0;
  return cost;
}

}  // namespace

Rect free_place(const Scene& scene, float width, float height, float margin) {
  std::vector<float> tops{scene.height - height - margin, margin};
  for (float y = 2 * margin + height; y + height + margin < scene.height; y += height) tops.push_back(y);
  const float right = scene.width - width - margin;
  Rect best{right, tops.front(), width, height};
  int least = cost_of(scene, best);
  for (const float y : tops)
    for (float x = right; x >= margin && least > 0; x -= kStep)
      if (const int cost = cost_of(scene, {x, y, width, height}); cost < least) {
        least = cost;
        best = {x, y, width, height};
      }
  return best;
}

}  // namespace lanescope
