// Matrices side by side: what a block reads, its tile in shared memory, what it writes.
#include <algorithm>
#include <cmath>

#include "viz/views/elements/elements_picture.h"

namespace lanescope {
namespace {

constexpr float kNameHeight = 20, kSheetGap = 48, kGapBelow = 36;  // units
constexpr float kWorthTurning = 1.15f;  // so much larger sheets are if the last one stands below the one before

}  // namespace

bool ElementsPicture::is_matrix() const {
  return facts_of(run_.launch.workload).shape == Shape::matrix && run_.launch.tile_width > 0;
}

std::vector<ElementsPicture::Place> ElementsPicture::sheets() const {
  const LaunchConfig& launch = run_.launch;
  const auto& arrays = cells_.arrays();
  std::vector<Place> places;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const TouchedElements& span = arrays[i];
    const std::uint64_t width = span.array == ArrayId::shared
                                    ? std::max<std::uint64_t>(1, launch.shared_elements / launch.tile_width)
                                : span.array == ArrayId::output ? launch.matrices.rows
                                                                : launch.matrices.columns;
    std::uint64_t top = ~0ull, left = ~0ull, bottom = 0, right = 0;
    for (std::uint64_t element = span.first; element < span.end; ++element) {
      if (cells_.touches(i, element).empty()) continue;
      top = std::min(top, element / width);
      bottom = std::max(bottom, element / width + 1);
      left = std::min(left, element % width);
      right = std::max(right, element % width + 1);
    }
    if (span.array == ArrayId::shared) right = std::max(right, width);  // what pads it is never touched
    places.push_back({i, {}, top * width + left, right - left, bottom - top, width});
  }
  const Rect& content = painter_.content;
  const float gap = kSheetGap * unit(), below = kGapBelow * unit(), name = kNameHeight * unit();
  float across = 0, down = 1;
  for (const Place& place : places) {
    across += static_cast<float>(place.across);
    down = std::max(down, static_cast<float>(place.down));
  }
  float gaps = gap * static_cast<float>(places.size() - 1);
  float side = std::max(1.0f, std::min((content.w - gaps) / across, (content.h - name) / down));
  const bool turns = last_sheet_below(places, side);
  if (turns) {
    across = static_cast<float>(places[0].across + std::max(places[1].across, places[2].across));
    gaps = gap;
    side = side_with_last_below(places);
  }
  float x = content.x + std::max(0.0f, (content.w - gaps - side * across) / 2);
  for (Place& place : places) {
    place.rect = {std::round(x), content.y + name, side * static_cast<float>(place.across),
                  side * static_cast<float>(place.down)};
    x += place.rect.w + gap;
  }
  if (turns) {
    places[2].rect.x = places[1].rect.x;
    places[2].rect.y = std::round(std::max(places[0].rect.bottom(), places[1].rect.bottom()) + below);
  }
  for (Place& place : places) choose_labels(place);
  return places;
}

/// Of three sheets, the last below the one before: how large an element is then.
float ElementsPicture::side_with_last_below(const std::vector<Place>& places) const {
  const auto number = [](std::uint64_t count) { return static_cast<float>(count); };
  const float across = number(places[0].across + std::max(places[1].across, places[2].across)),
              down = number(std::max(places[0].down, places[1].down) + places[2].down);
  const Rect& content = painter_.content;
  return std::min((content.w - kSheetGap * unit()) / across,
                  (content.h - (kNameHeight + kGapBelow) * unit()) / down);
}

/// Whether three sheets have more room so than side by side, as in a picture that is about as high as wide.
bool ElementsPicture::last_sheet_below(const std::vector<Place>& places, float side) const {
  return places.size() == 3 && side_with_last_below(places) >= kWorthTurning * side;
}

void ElementsPicture::draw_sheets() {
  const std::vector<Place> places = sheets();
  for (const Place& place : places) {
    // Names keep apart, and inside: the last one ends with the picture where it has no room behind its sheet's left
    // edge.
    const std::string name = array_name(place.array);
    const float width = painter_.width_of(name, FontFace::sans, painter_.small);
    const bool last = place.rect.x == places.back().rect.x, below = place.rect.y > places.front().rect.bottom();
    float x = last ? std::min(place.rect.x, painter_.content.right() - width) : place.rect.x,
          y = place.rect.y - 10 * unit();
    // Lines come to a sheet below from above, so its name is beside it.
    if (below) x = std::max(painter_.content.x, place.rect.x - width - 8 * unit()), y = place.rect.y + 8 * unit();
    const float room = last ? width + 1 : place.rect.w + (kSheetGap - 8) * unit();
    painter_.fitted_text(x, y, name, FontFace::sans, painter_.small, room, painter_.colors.muted);
    painter_.outline(
        {place.rect.x - unit(), place.rect.y - unit(), place.rect.w + 2 * unit(), place.rect.h + 2 * unit()},
        unit(), painter_.colors.grid);
    const TouchedElements& span = cells_.arrays()[place.array];
    for (std::uint64_t element = span.first; element < span.end; ++element)
      if (place.contains(element)) draw_cell(place, element, place.cell(element));
  }
  draw_moves(places);
}

}  // namespace lanescope
