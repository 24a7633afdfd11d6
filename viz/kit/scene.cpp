// Geometry that drawing and picking share.
#include "viz/kit/scene.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

Rect bounds(const Text& text) {
  const float width = text_width(text.text, text.face, text.size);
  const float left = text.align == Align::left ? 0 : text.align == Align::center ? width / 2 : width;
  return {text.x - left, text.y - text.size / 2, width, text.size};
}

Rect MaskGrid::cell(std::uint32_t step, std::uint32_t warp) const {
  const float pitch_x = (rect.w + warp_gap) / static_cast<float>(std::max(warps, 1u));
  const float pitch_y = (rect.h + row_gap) / static_cast<float>(std::max(steps, 1u));
  return {rect.x + pitch_x * static_cast<float>(warp), rect.y + pitch_y * static_cast<float>(step),
          pitch_x - warp_gap, pitch_y - row_gap};
}

Rect MaskGrid::lane_cell(std::uint32_t step, std::uint32_t warp, std::uint32_t lane) const {
  const Rect whole = cell(step, warp);
  const float pitch = (whole.w + lane_gap) / static_cast<float>(std::max(lanes, 1u));
  return {whole.x + pitch * static_cast<float>(lane), whole.y, pitch - lane_gap, whole.h};
}

Focus MaskGrid::pick(float x, float y) const {
  if (!rect.contains(x, y) || steps == 0 || warps == 0 || lanes == 0) return {};
  const auto index = [](float offset, float pitch, std::uint32_t count) {
    return std::min(static_cast<std::uint32_t>(offset / pitch), count - 1);
  };
  const float pitch_x = (rect.w + warp_gap) / static_cast<float>(warps);
  const float pitch_y = (rect.h + row_gap) / static_cast<float>(steps);
  const std::uint32_t step = index(y - rect.y, pitch_y, steps), warp = index(x - rect.x, pitch_x, warps);
  const Rect whole = cell(step, warp);
  const float lane_pitch = (whole.w + lane_gap) / static_cast<float>(lanes);
  return {.step = step, .warp = first_warp + warp, .lane = index(x - whole.x, lane_pitch, lanes), .node = {}};
}

float hatch_period(const Scene& scene) {
  float size = 0;
  for (const Text& text : scene.texts) size = std::max(size, text.size);
  return std::max(4.0f, std::round(size / 3));
}

void append(Scene& scene, const Scene& part, float dx, float dy) {
  const auto moved = [&](Rect rect) { return Rect{rect.x + dx, rect.y + dy, rect.w, rect.h}; };
  const auto take = [&](std::vector<Quad>& to, std::vector<Quad> quads) {
    for (Quad& quad : quads) quad.rect = moved(quad.rect);
    to.insert(to.end(), quads.begin(), quads.end());
  };
  take(scene.quads, part.quads);
  take(scene.overlays, part.overlays);
  for (MaskGrid grid : part.mask_grids) {
    grid.rect = moved(grid.rect);
    scene.mask_grids.push_back(std::move(grid));
  }
  for (const Line& line : part.lines)
    scene.lines.push_back({line.x0 + dx, line.y0 + dy, line.x1 + dx, line.y1 + dy, line.width, line.color});
  for (Text text : part.texts) {
    text.x += dx;
    text.y += dy;
    scene.texts.push_back(std::move(text));
  }
  for (Pick pick : part.picks) {
    pick.rect = moved(pick.rect);
    scene.picks.push_back(std::move(pick));
  }
}

void keep_above(Scene& scene, float bottom) {
  const auto quads_below = [&](const Quad& quad) { return quad.rect.bottom() > bottom; };
  std::erase_if(scene.quads, quads_below);
  std::erase_if(scene.overlays, quads_below);
  std::erase_if(scene.lines, [&](const Line& line) { return std::max(line.y0, line.y1) > bottom; });
  std::erase_if(scene.texts, [&](const Text& text) { return bounds(text).bottom() > bottom; });
  std::erase_if(scene.picks, [&](const Pick& pick) { return pick.rect.bottom() > bottom; });
  scene.mask_grids.clear();
  scene.moving_lines.clear();
  scene.moving_quads.clear();
  scene.moving_texts.clear();
  scene.list = {};
}

const Pick* place_under(const Scene& scene, float x, float y) {
  for (auto it = scene.picks.rbegin(); it != scene.picks.rend(); ++it)
    if (it->rect.contains(x, y)) return &*it;
  return nullptr;
}

Focus pick(const Scene& scene, float x, float y) {
  if (const Pick* place = place_under(scene, x, y)) return place->focus;
  for (const MaskGrid& grid : scene.mask_grids)
    if (const Focus focus = grid.pick(x, y); !focus.empty()) return focus;
  return {};
}

}  // namespace lanescope
