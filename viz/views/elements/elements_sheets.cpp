// Matrices side by side: what a block reads, its tile in shared memory, what it writes.
#include <algorithm>
#include <cmath>

#include "viz/views/elements/elements_picture.h"

namespace lanescope {
namespace {

constexpr float kNameHeight = 20, kSheetGap = 48, kGapBelow = 36, kNameGap = 8;  // units
constexpr float kShareOfGap = 0.08f;    // of the picture's width, in a narrow one
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
  place_sheets(places);
  for (Place& place : places) choose_labels(place);
  return places;
}

/// Of sheets side by side, or three with the last below the one before: how large an element is then.
float ElementsPicture::element_side(const std::vector<Place>& places, bool turns, float gap) const {
  const auto number = [](std::uint64_t count) { return static_cast<float>(count); };
  const Rect& content = painter_.content;
  if (turns) {
    const float across = number(places[0].across + std::max(places[1].across, places[2].across)),
                down = number(std::max(places[0].down, places[1].down) + places[2].down);
    return std::min((content.w - gap) / across, (content.h - (kNameHeight + kGapBelow) * unit()) / down);
  }
  float across = 0, down = 1;
  for (const Place& place : places) {
    across += number(place.across);
    down = std::max(down, number(place.down));
  }
  const float gaps = gap * static_cast<float>(places.size() - 1);
  return std::max(1.0f, std::min((content.w - gaps) / across, (content.h - kNameHeight * unit()) / down));
}

/// The least room between sheets: lines cross it, and the names of all but the last sheet end before the next one.
float ElementsPicture::sheet_gap(const std::vector<Place>& places) const {
  const float widest = kSheetGap * unit(), wide = painter_.content.w;
  const auto gaps = static_cast<float>(places.size() - 1);
  float across = 0, gap = std::min(widest, kShareOfGap * wide);
  for (const Place& place : places) across += static_cast<float>(place.across);
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const float name = painter_.width_of(array_name(places[i].array), FontFace::sans, painter_.small),
                share = static_cast<float>(places[i].across) / across;
    // What the gaps take, sheets lose: a wide one more than it gains by its gap.
    if (share * gaps < 1) gap = std::max(gap, (name + kNameGap * unit() - share * wide) / (1 - share * gaps));
  }
  return std::min(gap, widest);
}

void ElementsPicture::place_sheets(std::vector<Place>& places) const {
  const Rect& content = painter_.content;
  const float least = sheet_gap(places), name = kNameHeight * unit();
  float side = element_side(places, false, least);
  // In a picture that is about as high as wide three sheets have more room so than side by side.
  const bool turns = places.size() == 3 && element_side(places, true, least) >= kWorthTurning * side;
  if (turns) side = element_side(places, true, least);
  for (Place& place : places)
    place.rect = {0, content.y + name, side * static_cast<float>(place.across),
                  side * static_cast<float>(place.down)};
  const std::size_t columns = turns ? 2 : places.size();
  float across = turns ? places[0].rect.w + std::max(places[1].rect.w, places[2].rect.w) : 0;
  for (std::size_t i = 0; i < places.size() && !turns; ++i) across += places[i].rect.w;
  // What is left of the width is as much between sheets as beside them.
  const float gap = std::max(least, (content.w - across) / static_cast<float>(columns + 1));
  float x = content.x + std::max(0.0f, (content.w - across - gap * static_cast<float>(columns - 1)) / 2);
  for (std::size_t i = 0; i < columns; ++i) {
    places[i].rect.x = std::round(x);
    x += places[i].rect.w + gap;
  }
  if (!turns) return;
  places[2].rect.x = places[1].rect.x;
  places[2].rect.y = std::round(std::max(places[0].rect.bottom(), places[1].rect.bottom()) + kGapBelow * unit());
}

void ElementsPicture::draw_sheets() {
  const std::vector<Place> places = sheets();
  float named_to = painter_.content.x;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    // Names keep apart, and inside: one ends where the next one begins, or with the picture, where it has no room
    // behind its sheet's left edge.
    const std::string name = array_name(place.array);
    const float width = painter_.width_of(name, FontFace::sans, painter_.small);
    const bool last = place.rect.x == places.back().rect.x, below = place.rect.y > places.front().rect.bottom();
    const float end = last ? painter_.content.right() : places[i + 1].rect.x - kNameGap * unit();
    const float least = last ? painter_.content.x : std::min(place.rect.x, named_to);
    float x = std::max(std::min(place.rect.x, end - width), least), y = place.rect.y - 10 * unit();
    // Lines come to a sheet below from above, so its name is beside it.
    if (below)
      x = std::max(painter_.content.x, place.rect.x - width - kNameGap * unit()), y = place.rect.y + 8 * unit();
    const float room = last ? width + 1 : end - x;
    named_to = x + std::min(width, room) + kNameGap * unit();
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
