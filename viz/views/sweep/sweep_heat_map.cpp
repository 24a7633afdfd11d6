// The map of one kernel at one N: one cell per launch, the faster the stronger its colour, with a frame around the
// best one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/views/shared/times.h"
#include "viz/views/sweep/sweep_drawing.h"

namespace lanescope {
namespace {

constexpr float kMapLeft = 76, kMapBottom = 20, kWidestCell = 180, kHighestCell = 44;
constexpr float kPalest = 0.06f;  // of the colour, in the slowest cell

/// 0 for the slowest cell, 1 for the fastest, on a logarithmic scale: equal factors are equal steps of the colour.
class Speed {
 public:
  explicit Speed(const SweepMap& map) {
    for (const auto& cell : map.cells) {
      if (!cell) continue;
      least_ = least_ > 0 ? std::min(least_, cell->time_us) : cell->time_us;
      greatest_ = std::max(greatest_, cell->time_us);
    }
  }
  float of(double time_us) const {
    return greatest_ > least_ ? static_cast<float>(std::log(greatest_ / time_us) / std::log(greatest_ / least_))
                              : 1.0f;
  }
  double least() const { return least_; }
  double greatest() const { return greatest_; }

 private:
  double least_ = 0, greatest_ = 0;
};

void draw_cell(Painter& painter, const ViewInput& input, const SweepMap& map, std::size_t index, const Rect& rect,
               const Speed& speed) {
  const Palette& colors = painter.colors;
  const float unit = painter.unit;
  const auto& cell = map.cells[index];
  if (!cell) return;
  const Color color = mix(colors.background, colors.selection, kPalest + (1 - kPalest) * speed.of(cell->time_us));
  painter.scene.quads.push_back({.rect = rect, .color = color, .radius = 2 * unit});
  const bool best = index == map.best, own = is_launch_of(input, map.variant, cell->launch);
  if (best) painter.outline(rect, 3 * unit, colors.divergent_active, 2 * unit);
  // Inside the other frame, and in low cells outside of the number.
  const float inset = rect.h >= 26 * unit ? 3 * unit : 0;
  if (own)
    painter.outline({rect.x + inset, rect.y + inset, rect.w - 2 * inset, rect.h - 2 * inset}, 2 * unit, colors.text,
                    2 * unit);
  const double number = number_of(*cell, input.state.sweep.quantity);
  for (const std::string& words : {(best  ? tr("best ")
                                    : own ? tr("now ")
                                          : "") +
                                       time_text(number),
                                   time_text(number)})
    if (painter.width_of(words, FontFace::mono, painter.small) <= rect.w - 12 * unit &&
        rect.h >= painter.small + 2 * unit) {
      painter.text(rect.x + rect.w / 2, rect.y + rect.h / 2, words, FontFace::mono, painter.small, Align::center,
                   ink_on(color));
      break;
    }
  std::string tip = dot_words(map.kernel, *cell, map.provenance);
  if (best) tip += tr("\nThe best on this map.");
  tip += own ? tr("\nThis is the launch that is shown.") : tr("\nClick to launch with these settings.");
  painter.scene.picks.push_back({rect,
                                 {},
                                 launch_commands(input, map.variant, cell->launch),
                                 tip,
                                 fmt::format("cell/{}/{}", cell->launch.block_dim, cell->launch.coarse_factor)});
}

/// What the colours mean, and which launch is best, at the right of the map.
void draw_key(Painter& painter, const SweepMap& map, const Speed& speed, const Rect& place) {
  const float unit = painter.unit;
  if (place.w < 130 * unit || place.h < 60 * unit) return;
  const auto& best = map.cells[map.best];
  painter.fitted_text(place.x, place.y + 8 * unit, tr_format("best: {} µs", time_text(best->time_us)),
                      FontFace::sans_bold, painter.body, place.w, painter.colors.text);
  painter.fitted_text(
      place.x, place.y + 24 * unit,
      tr_format("blockDim {}, COARSE_FACTOR {}", grouped(best->launch.block_dim), best->launch.coarse_factor),
      FontFace::sans, painter.small, place.w, painter.colors.muted);
  const float width = std::min(place.w, 180 * unit), y = place.y + 38 * unit;
  constexpr int kParts = 24;
  for (int i = 0; i < kParts; ++i) {
    const float share = static_cast<float>(i) / (kParts - 1);
    painter.scene.quads.push_back(
        {.rect = {place.x + width * static_cast<float>(i) / kParts, y, width / kParts + 0.5f, 8 * unit},
         .color = mix(painter.colors.background, painter.colors.selection, kPalest + (1 - kPalest) * share)});
  }
  if (place.h < 76 * unit) return;
  painter.text(place.x, y + 18 * unit, time_with_unit(speed.greatest()), FontFace::mono, painter.small, Align::left,
               painter.colors.muted);
  painter.text(place.x + width, y + 18 * unit, time_with_unit(speed.least()), FontFace::mono, painter.small,
               Align::right, painter.colors.muted);
}

}  // namespace

void draw_sweep_map(Painter& painter, const ViewInput& input, const SweepMap& map) {
  const float unit = painter.unit;
  const Palette& colors = painter.colors;
  const Rect room{painter.content.x + kMapLeft * unit, painter.content.y + 2 * unit,
                  std::max(8.0f, painter.content.w - (kMapLeft + 8) * unit),
                  std::max(8.0f, painter.content.h - (kMapBottom + 2) * unit)};
  const auto rows = static_cast<float>(map.block_dims.size()),
             columns = static_cast<float>(map.coarse_factors.size());
  const bool key = room.w >= 560 * unit;
  const float pitch_x = std::min((room.w - (key ? 230 * unit : 0)) / columns, kWidestCell * unit);
  const float pitch_y = std::min(room.h / rows, std::max(kHighestCell * unit, 0.6f * pitch_x));
  const float gap = std::min(2 * unit, 0.15f * std::min(pitch_x, pitch_y));
  const Speed speed(map);
  float last = -1e9f;
  for (std::size_t row = 0; row < map.block_dims.size(); ++row) {
    const float y = room.y + pitch_y * static_cast<float>(row);
    if (y - last >= painter.small + 1) {
      painter.text(room.x - 8 * unit, y + pitch_y / 2, grouped(map.block_dims[row]), FontFace::mono, painter.small,
                   Align::right, colors.muted);
      last = y;
    }
    for (std::size_t column = 0; column < map.coarse_factors.size(); ++column)
      draw_cell(painter, input, map, row * map.coarse_factors.size() + column,
                {room.x + pitch_x * static_cast<float>(column), y, pitch_x - gap, pitch_y - gap}, speed);
  }
  const float bottom = room.y + pitch_y * rows + 10 * unit;
  for (std::size_t column = 0; column < map.coarse_factors.size(); ++column)
    painter.text(room.x + pitch_x * (static_cast<float>(column) + 0.5f), bottom,
                 std::to_string(map.coarse_factors[column]), FontFace::mono, painter.small, Align::center,
                 colors.muted);
  painter.fitted_text(painter.content.x, bottom, tr("blockDim ↑"), FontFace::sans, painter.small, kMapLeft * unit,
                      colors.muted);
  const float key_x = room.x + pitch_x * columns + 24 * unit;
  if (key) painter.text(key_x, bottom, "COARSE_FACTOR", FontFace::sans, painter.small, Align::left, colors.muted);
  if (key) draw_key(painter, map, speed, {key_x, room.y, painter.content.right() - key_x, pitch_y * rows});
}

}  // namespace lanescope
