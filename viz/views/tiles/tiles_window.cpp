// What is drawn of matrices that are too large for their tiles to be seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "viz/views/tiles/tiles_picture.h"

namespace lanescope {
namespace {

// In units: tiles of less are not seen, and what is drawn where a matrix goes on.
constexpr float kSeenTile = 16, kClearTile = 28, kStrip = 2, kStripGap = 2;
constexpr std::uint64_t kMostTiles = 12;  // beside those of the block
constexpr int kStrips = 3;
constexpr float kLocator = 13, kLeastMark = 2;  // of the whole, and of the part in it

/// `count` tiles of `all` elements, the first of which is no later than tile `from`.
std::pair<std::uint64_t, std::uint64_t> range(std::uint64_t from, std::uint64_t count, std::uint64_t tile,
                                              std::uint64_t all) {
  const std::uint64_t shown = std::min(count * tile, all), last_first = (all - shown + tile - 1) / tile * tile;
  const std::uint64_t first = std::min(from * tile, last_first);
  return {first, std::min(shown, all - first)};
}

}  // namespace

TilesPicture::Window TilesPicture::window_of(std::uint64_t more) const {
  const std::uint64_t tile = launch_.tile_width, outputs = schedule_.outputs();
  const auto one_before = [](std::uint64_t index) { return index > 0 ? index - 1 : 0; };
  const std::uint64_t inner_tiles = 2 + more;
  const std::uint64_t rounds = done() ? launch_.matrices.inner : round_.k;
  const std::uint64_t inner_tile = schedule_.tiled() ? (done() ? schedule_.phases() : round_.phase) : rounds / tile;
  Window window;
  const auto set = [&](std::uint64_t MatrixSizes::*size, std::uint64_t from, std::uint64_t count) {
    std::tie(window.first.*size, window.shown.*size) = range(from, count, tile, launch_.matrices.*size);
  };
  set(&MatrixSizes::rows, one_before(row_ / tile), 1 + more);
  set(&MatrixSizes::inner, inner_tile / inner_tiles * inner_tiles, inner_tiles);
  set(&MatrixSizes::columns, one_before(column_ / tile), outputs + more);
  return window;
}

void TilesPicture::choose_window() {
  const auto tile_in = [&](const Window& window) {
    window_ = window;
    return best_placing().element * static_cast<float>(launch_.tile_width);
  };
  const Window all{{0, 0, 0}, launch_.matrices};
  if (tile_in(all) >= kSeenTile * unit()) return;
  std::uint64_t more = kMostTiles;
  while (more > 1 && tile_in(window_of(more)) < kClearTile * unit()) --more;
  window_ = window_of(more);
}

void TilesPicture::name_sheet(const std::string& name, const MatrixSheet& sheet, float width, const Extent& rows,
                              const Extent& columns) {
  const float y = sheet.place.y - 9 * unit();
  const bool all = rows.whole() && columns.whole();
  const float locator = all ? 0 : (kLocator + 4) * unit();
  const std::string size = fmt::format("{} × {}", grouped(rows.all), grouped(columns.all));
  std::vector<std::string> names{name};
  const std::string part =
      tr_format("rows {} to {}, columns {} to {}", grouped(rows.first),
                grouped(rows.first + std::max<std::uint64_t>(rows.shown, 1) - 1), grouped(columns.first),
                grouped(columns.first + std::max<std::uint64_t>(columns.shown, 1) - 1));
  if (all)
    names.insert(names.begin(), fmt::format("{}  {}", name, size));
  else
    names.insert(names.begin(),
                 {tr_format("{}  {} of {}", name, part, size), tr_format("{}  part of {}", name, size)});
  const auto fits = [&](const std::string& words) {
    return painter_.width_of(words, FontFace::sans_bold, painter_.small) + locator <= width;
  };
  auto words = std::find_if(names.begin(), names.end(), fits);
  if (words == names.end()) --words;
  painter_.text(sheet.place.x + locator, y, *words, FontFace::sans_bold, painter_.small, Align::left,
                colors().text);
  if (all) return;
  draw_beyond(sheet, rows, columns);
  const float side = kLocator * unit(), scale = side / static_cast<float>(std::max(rows.all, columns.all));
  const Rect whole{sheet.place.x, y - side / 2, std::max(2 * unit(), scale * static_cast<float>(columns.all)),
                   std::max(2 * unit(), scale * static_cast<float>(rows.all))};
  fill_part(painter_, whole, colors().grid);
  const float least = kLeastMark * unit();
  Rect mark{whole.x + scale * static_cast<float>(columns.first), whole.y + scale * static_cast<float>(rows.first),
            std::max(least, scale * static_cast<float>(columns.shown)),
            std::max(least, scale * static_cast<float>(rows.shown))};
  mark.x = std::min(mark.x, whole.right() - mark.w), mark.y = std::min(mark.y, whole.bottom() - mark.h);
  mark_part(painter_, mark, colors().text);
  painter_.scene.picks.push_back({{sheet.place.x, y - side / 2, width, side},
                                  {},
                                  {},
                                  tr_format("A part of {} is drawn, so that its tiles are seen: {} of {}. It "
                                            "follows the block that is chosen, and its phases.",
                                            name, part, size),
                                  "part/" + name});
}

void TilesPicture::draw_beyond(const MatrixSheet& sheet, const Extent& rows, const Extent& columns) {
  const Rect& place = sheet.place;
  const float wide = kStrip * unit();
  for (int i = 0; i < kStrips; ++i) {
    const float off = static_cast<float>(i) * (kStrip + kStripGap) * unit() + kStripGap * unit();
    const Color color = mix(colors().retired, colors().background, static_cast<float>(i + 1) / (kStrips + 1));
    if (columns.first + columns.shown < columns.all)
      fill_part(painter_, {place.right() + off, place.y, wide, place.h}, color);
    if (rows.first + rows.shown < rows.all)
      fill_part(painter_, {place.x, place.bottom() + off, place.w, wide}, color);
  }
}

}  // namespace lanescope
