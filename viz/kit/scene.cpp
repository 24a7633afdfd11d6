// Geometry that drawing and picking share.
#include "viz/kit/scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

Rect free_place(const Scene& scene, float width, float height, float margin) {
  // What is a ground for others, as a band of rows, may be covered.
  constexpr float kGround = 0.5f;
  std::vector<Rect> words, all;
  for (const Text& text : scene.texts) words.push_back(bounds(text));
  for (const Quad& quad : scene.overlays) words.push_back(quad.rect);
  all = words;
  for (const MaskGrid& grid : scene.mask_grids) all.push_back(grid.rect);
  for (const Quad& quad : scene.quads)
    if (quad.rect.w < kGround * scene.width) all.push_back(quad.rect);
  for (const Line& line : scene.lines)
    all.push_back({std::min(line.x0, line.x1), std::min(line.y0, line.y1), std::abs(line.x1 - line.x0) + line.width,
                   std::abs(line.y1 - line.y0) + line.width});
  const Rect last{scene.width - width - margin, scene.height - height - margin, width, height};
  const auto meets = [](const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
  };
  const auto free_of = [&](const std::vector<Rect>& taken, float left) -> std::optional<Rect> {
    for (float y = last.y; y >= margin; y -= height / 2)
      for (float x = last.x; x >= left; x -= width / 4) {
        const Rect place{std::round(x), std::round(y), width, height};
        if (std::none_of(taken.begin(), taken.end(), [&](const Rect& one) { return meets(one, place); }))
          return place;
      }
    return std::nullopt;
  };
  if (const auto place = free_of(all, last.x)) return *place;
  if (const auto place = free_of(words, last.x)) return *place;
  return free_of(words, margin).value_or(last);
}

}  // namespace lanescope
