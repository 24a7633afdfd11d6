#include "viz/kit/matrix_sheet.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr float kClosest = 5;  // borders, in units

}  // namespace

Rect MatrixSheet::part(std::uint64_t row, std::uint64_t column, std::uint64_t rows, std::uint64_t columns) const {
  const auto at = [&](std::uint64_t index, std::uint64_t first) {
    return index < first ? 0 : static_cast<float>(index - first) * element;
  };
  const auto x_of = [&](std::uint64_t index) { return std::min(place.right(), place.x + at(index, first_column)); };
  const auto y_of = [&](std::uint64_t index) { return std::min(place.bottom(), place.y + at(index, first_row)); };
  const float x = x_of(column), y = y_of(row);
  return {x, y, x_of(column + columns) - x, y_of(row + rows) - y};
}

void fill_part(Painter& painter, const Rect& part, Color color) {
  if (part.w > 0 && part.h > 0) painter.scene.quads.push_back({.rect = part, .color = color});
}

void mark_part(Painter& painter, Rect part, Color color) {
  if (part.w <= 0 || part.h <= 0) return;
  part.w = std::max(part.w, painter.unit);
  part.h = std::max(part.h, painter.unit);
  painter.scene.overlays.push_back({.rect = part, .color = color});
}

void draw_borders(Painter& painter, const MatrixSheet& sheet, std::uint64_t pitch, Color color) {
  const float step = sheet.element * static_cast<float>(pitch), thin = painter.unit;
  if (step < kClosest * painter.unit) return;
  const Rect& place = sheet.place;
  for (float y = place.y + step; y < place.bottom() - thin; y += step)
    painter.scene.overlays.push_back({.rect = {place.x, y, place.w, thin}, .color = color});
  for (float x = place.x + step; x < place.right() - thin; x += step)
    painter.scene.overlays.push_back({.rect = {x, place.y, thin, place.h}, .color = color});
}

}  // namespace lanescope
