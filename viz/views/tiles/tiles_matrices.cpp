// The matrices themselves, at the same scale, and the block's tiles in shared memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/views/tiles/tiles_picture.h"

namespace lanescope {
namespace {

constexpr float kTick = 6;  // by how much the columns of a thread stand out of its block
// In units: above the matrices, between them, and between tiles.
constexpr float kNameLine = 18, kSign = 28, kTileGap = 28, kLeastTile = 40;
// Of the height, side by side and meeting; matrices that need all of it make way where tiles would be smaller than
// that, if it helps much.
constexpr float kShareWithTiles = 0.62f, kShareOfMeeting = 0.72f, kGoodTile = 96, kLeastHelped = 60,
                kMuchLarger = 1.25f;

float whole(std::uint64_t size) {
  return static_cast<float>(std::max<std::uint64_t>(1, size));
}

}  // namespace

Rect TilesPicture::used_by(const Placing& placing) const {
  const MatrixSizes& sizes = window_.shown;
  const float e = placing.element, line = kNameLine * unit(), sign = kSign * unit();
  const Rect& content = painter_.content;
  if (placing.meeting)
    return {content.x, content.y, e * (whole(sizes.inner) + whole(sizes.columns)) + sign,
            e * (whole(sizes.inner) + whole(sizes.rows)) + line + sign};
  return {content.x, content.y, e * (whole(sizes.inner) + 2 * whole(sizes.columns)) + 2 * sign,
          e * std::max(whole(sizes.rows), whole(sizes.inner)) + line};
}

TilesPicture::Placing TilesPicture::placed_in(float share, bool meeting) const {
  // What does not grow with the elements, and how much one element takes.
  const Rect none = used_by({meeting, 0}), one = used_by({meeting, 1});
  const Rect& content = painter_.content;
  return {meeting, std::max(0.0f, std::min((content.w - none.w) / (one.w - none.w),
                                           std::max(1.0f, share * content.h - none.h) / (one.h - none.h)))};
}

TilesPicture::TileRoom TilesPicture::tile_room(const Placing& placing) const {
  const Rect& content = painter_.content;
  const Rect used = used_by(placing);
  const float gap = kTileGap * unit(), top = content.y + kNameLine * unit();
  const float left = used.right() + 1.5f * gap, low = used.bottom() + 1.2f * gap;
  const auto with_side = [&](const Rect& room) {
    return TileRoom{room, std::floor(std::min(room.h, (room.w - 2 * gap) / 3))};
  };
  const TileRoom beside = with_side({left, top, content.right() - left, content.bottom() - top}),
                 below = with_side({content.x, low, content.w, content.bottom() - low});
  return below.side > beside.side ? below : beside;
}

/// With all of the height, or, where that helps the tiles much, with a part of it.
TilesPicture::Placing TilesPicture::best_placing(bool meeting) const {
  const Placing high = placed_in(1, meeting), low = placed_in(meeting ? kShareOfMeeting : kShareWithTiles, meeting);
  const float side = tile_room(high).side, with_share = tile_room(low).side;
  const bool helps = schedule_.tiled() && side < kGoodTile * unit() &&
                     with_share > std::max(kMuchLarger * side, kLeastHelped * unit());
  return helps ? low : high;
}

TilesPicture::Placing TilesPicture::best_placing() const {
  const Placing row = best_placing(false), meeting = best_placing(true);
  return meeting.element >= kMuchLarger * row.element ? meeting : row;
}

void TilesPicture::place_matrices() {
  choose_window();
  const MatrixSizes &sizes = window_.shown, &first = window_.first, &all = launch_.matrices;
  const float line = kNameLine * unit(), sign = kSign * unit();
  placing_ = best_placing();
  const float element = placing_.element, x = std::round(painter_.content.x), y = painter_.content.y + line;
  const auto sheet = [&](const char* name, float left, float top, const Extent& rows, const Extent& columns) {
    const MatrixSheet placed{{left, top, element * whole(columns.shown), element * whole(rows.shown)},
                             element,
                             rows.first,
                             columns.first};
    painter_.scene.quads.push_back({.rect = placed.place, .color = colors().retired});
    name_sheet(name, placed, std::min(placed.place.w + sign - 4 * unit(), painter_.content.right() - left), rows,
               columns);
    return placed;
  };
  const Extent rows{first.rows, sizes.rows, all.rows}, inner{first.inner, sizes.inner, all.inner},
      columns{first.columns, sizes.columns, all.columns};
  const float second = std::round(x + element * whole(sizes.inner) + sign);
  if (placing_.meeting) {
    const float low = std::round(y + element * whole(sizes.inner) + sign);
    m_ = sheet("M", x, low, rows, inner);
    n_ = sheet("N", second, y, inner, columns);
    p_ = sheet("P", second, low, rows, columns);
    return;
  }
  const float third = std::round(second + element * whole(sizes.columns) + sign);
  m_ = sheet("M", x, y, rows, inner);
  sign_between(second, "×");
  n_ = sheet("N", second, y, inner, columns);
  sign_between(third, "=");
  p_ = sheet("P", third, y, rows, columns);
}

void TilesPicture::sign_between(float x, const std::string& sign) {
  painter_.text(x - 14 * unit(), m_.place.y + std::min(m_.place.h / 2, 40 * unit()), sign, FontFace::sans_bold,
                painter_.title, Align::center, colors().muted);
}

void TilesPicture::draw_m() {
  const std::uint64_t tile = launch_.tile_width, inner = launch_.matrices.inner;
  const std::uint64_t wide = schedule_.tiled() ? tile : inner, first = round_.phase * wide;
  fill_part(painter_, m_.part(row_, 0, tile, inner), mix(colors().retired, colors().text, 0.12f));
  if (done()) fill_part(painter_, m_.part(row_, 0, tile, inner), faded(colors().active));
  if (running()) {
    fill_part(painter_, m_.part(row_, 0, tile, first), faded(colors().active));
    const Color kept = round_.output > 0 ? colors().coarsen : colors().active;
    fill_part(painter_, m_.part(row_, first, tile, wide),
              schedule_.tiled() ? mix(kept, colors().background, 0.35f) : mix(kept, colors().background, 0.8f));
  }
  draw_borders(painter_, m_, tile, colors().grid);
  pick_m();
  if (multiplying()) mark_part(painter_, m_.part(row_, first + round_.k, tile, 1), colors().text);
  if (const auto thread = thread_in_focus())
    mark_part(painter_, m_.part(row_ + place_of(*thread).y, 0, 1, inner), colors().selection);
}

void TilesPicture::draw_n() {
  const std::uint64_t tile = launch_.tile_width, inner = launch_.matrices.inner;
  const std::uint64_t high = schedule_.tiled() ? tile : inner, first = round_.phase * high;
  const std::uint64_t all = tile * schedule_.outputs();
  fill_part(painter_, n_.part(0, column_, inner, all), mix(colors().retired, colors().text, 0.12f));
  if (done()) fill_part(painter_, n_.part(0, column_, inner, all), faded(colors().active));
  if (running()) {
    fill_part(painter_, n_.part(0, column_, first, all), faded(colors().active));
    fill_part(painter_, n_.part(first, column_, high, tile * round_.output), faded(colors().active));
    const float towards = schedule_.tiled() ? 0.35f : 0.8f;
    fill_part(painter_, n_.part(first, column_of(round_.output), high, tile),
              mix(colors().active, colors().background, towards));
  }
  draw_borders(painter_, n_, tile, colors().grid);
  pick_n();
  if (multiplying())
    mark_part(painter_, n_.part(first + round_.k, column_of(round_.output), 1, tile), colors().text);
  if (const auto thread = thread_in_focus())
    for (std::uint32_t c = 0; c < schedule_.outputs(); ++c)
      mark_part(painter_, n_.part(0, column_of(c) + place_of(*thread).x, inner, 1), colors().selection);
}

void TilesPicture::draw_p() {
  const std::uint64_t tile = launch_.tile_width;
  pick_blocks();
  for (std::uint32_t c = 0; c < schedule_.outputs(); ++c) {
    const Rect part = p_.part(row_, column_of(c), tile, tile);
    const bool now = running() && round_.output == c;
    fill_part(painter_, part,
              now      ? mix(colors().active, colors().background, 0.35f)
              : done() ? colors().active
                       : mix(colors().retired, colors().text, 0.2f));
    threads(part, c);
  }
  draw_borders(painter_, p_, tile, colors().grid);
  const Rect whole = p_.part(row_, column_, tile, tile * schedule_.outputs());
  if (whole.w > 0) painter_.outline(whole, 1.5f * unit(), colors().text);
  const auto thread = thread_in_focus();
  if (schedule_.outputs() > 1) mark_columns(thread, thread ? colors().selection : colors().text);
  if (!thread) return;
  for (std::uint32_t c = 0; c < schedule_.outputs(); ++c) {
    Rect dot = p_.part(row_ + place_of(*thread).y, column_of(c) + place_of(*thread).x, 1, 1);
    if (dot.w <= 0 || dot.h <= 0) continue;
    const float side = std::max(dot.w, 4 * unit());
    mark_part(painter_, {dot.x + (dot.w - side) / 2, dot.y + (dot.h - side) / 2, side, side}, colors().selection);
  }
}

/// From the block's rows to a line of words where P is free: below them, or above.
void TilesPicture::mark_columns(std::optional<unsigned> thread, Color color) {
  const std::uint64_t tile = launch_.tile_width;
  const Rect block = p_.part(row_, column_, tile, tile * schedule_.outputs());
  if (block.w <= 0 || block.h <= 0) return;
  const float tick = kTick * unit(), line = painter_.small + 4 * unit();
  const bool below = block.bottom() + tick + line <= p_.place.bottom();
  const bool above = !below && block.y - tick - line >= p_.place.y;
  const float top = above ? block.y - tick : block.y, bottom = below ? block.bottom() + tick : block.bottom();
  const auto [x, y] = place_of(thread.value_or(0));
  std::vector<std::string> columns;
  for (std::uint32_t c = 0; c < schedule_.outputs(); ++c) {
    const std::uint64_t column = column_of(c) + x;
    if (column >= launch_.matrices.columns) break;
    const Rect at = p_.part(row_, column, tile, 1);
    mark_part(painter_, {at.x, top, std::max(at.w, 1.5f * unit()), bottom - top}, color);
    columns.push_back(std::to_string(column));
  }
  if (columns.empty() || (!below && !above)) return;
  std::string later, all = columns.front();
  for (std::size_t i = 1; i < columns.size(); ++i) {
    later = in_a_list(later, columns[i]);
    all = in_a_list(all, columns[i]);
  }
  // Of the whole block: each of its threads adds its own tx.
  const std::string plus = thread ? "" : " + tx", start = "colStart = " + columns.front() + plus,
                    told = later.empty() ? start : start + tr(", ") + tr_format("then {}", later + plus);
  // Up to the enlarged tiles, where those stand beside P.
  const float tiles = schedule_.tiled() ? tile_room(placing_).room.x : 0;
  const float end = tiles > p_.place.right() ? tiles - 8 * unit() : painter_.content.right(),
              width = end - p_.place.x;
  const std::string whole =
      thread ? tr_format("thread ({}, {}): {}", x, y, told) : tr_format("thread (tx, ty): {}", told);
  for (const std::string& words : {whole, told, tr_format("columns {}", all + plus), all + plus, start}) {
    const float wide = painter_.width_of(words, FontFace::sans, painter_.small) + 6 * unit();
    if (wide > width) continue;
    const float left = std::max(p_.place.x, std::min(block.x, end - wide));
    const Rect back{left, below ? bottom : top - line, wide, line};
    painter_.scene.overlays.push_back({.rect = back, .color = colors().retired, .radius = 3 * unit()});
    painter_.text(left + 3 * unit(), back.y + line / 2, words, FontFace::sans, painter_.small, Align::left, color);
    painter_.scene.picks.push_back({back, {}, {}, thread_tip(thread.value_or(0)), "columns", {}});
    return;
  }
}

void TilesPicture::draw_shared_memory() {
  const float gap = kTileGap * unit();
  const auto [room, side] = tile_room(placing_);
  if (side < kLeastTile * unit()) return;
  const float x = room.x + (room.x > painter_.content.x ? std::max(0.0f, room.w - 3 * side - 2 * gap) / 2 : 0);
  const auto& sizes = launch_.matrices;
  const std::uint64_t tile = launch_.tile_width, first = std::uint64_t{round_.phase} * tile;
  const auto left_of = [tile](std::uint64_t size, std::uint64_t from) {
    return from >= size ? 0 : std::min(tile, size - from);
  };
  const MatrixSheet m =
      shared_tile({x, room.y, side, side}, {tr("shared: tile of M"), tr("tile of M")}, left_of(sizes.rows, row_),
                  left_of(sizes.inner, first), round_.output > 0 ? colors().coarsen : colors().active);
  const std::uint64_t column = column_of(round_.output);
  const MatrixSheet n =
      shared_tile({x + side + gap, room.y, side, side}, {tr("shared: tile of N"), tr("tile of N")},
                  left_of(sizes.inner, first), left_of(sizes.columns, column), colors().active);
  const std::string sums = schedule_.outputs() == 1 ? std::string(tr("threads, one sum each"))
                                                    : tr_format("threads, {} sums each", schedule_.outputs());
  const MatrixSheet p = shared_tile({x + 2 * (side + gap), room.y, side, side}, {sums, tr("sums")},
                                    left_of(sizes.rows, row_), left_of(sizes.columns, column), colors().active);
  if (multiplying()) {
    mark_part(painter_, m.part(0, round_.k, tile, 1), colors().text);
    mark_part(painter_, n.part(round_.k, 0, 1, tile), colors().text);
  }
  pick_elements_of_tiles(m, n);
  tile_m_ = m;
  tile_n_ = n;
  sums_ = p;
  for (unsigned thread = 0; thread < tile * tile; ++thread) {
    const auto [tx, ty] = place_of(thread);
    painter_.scene.picks.push_back(
        {p.part(ty, tx, 1, 1),
         {.step = {}, .warp = thread / kWarpSize, .lane = thread % kWarpSize, .node = {}},
         {},
         thread_tip(thread),
         fmt::format("thread/{}", thread),
         {}});
  }
  const auto thread = thread_in_focus();
  if (!thread) return;
  const auto [tx, ty] = place_of(*thread);
  mark_part(painter_, m.part(ty, 0, 1, tile), colors().selection);
  mark_part(painter_, n.part(0, tx, tile, 1), colors().selection);
  mark_part(painter_, p.part(ty, tx, 1, 1), colors().selection);
}

MatrixSheet TilesPicture::shared_tile(const Rect& place, const std::vector<std::string>& names, std::uint64_t rows,
                                      std::uint64_t columns, Color color) {
  const std::uint64_t tile = launch_.tile_width;
  const MatrixSheet sheet{place, place.w / static_cast<float>(tile)};
  const float room = std::min(place.w + 20 * unit(), painter_.content.right() - place.x);
  const auto fits = [&](const std::string& one) {
    return painter_.width_of(one, FontFace::sans_bold, painter_.small) <= room;
  };
  auto name = std::find_if(names.begin(), names.end(), fits);
  if (name == names.end()) --name;
  painter_.fitted_text(place.x, place.y - 9 * unit(), *name, FontFace::sans_bold, painter_.small, room,
                       colors().text);
  fill_part(painter_, place, colors().retired);
  if (position_ > 0 || done())  // before the first step it holds nothing
    fill_part(painter_, sheet.part(0, 0, rows, columns),
              running() ? mix(color, colors().background, 0.55f) : faded(color));
  draw_borders(painter_, sheet, 1, colors().background);
  return sheet;
}

}  // namespace lanescope
