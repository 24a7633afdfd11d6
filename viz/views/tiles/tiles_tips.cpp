// What is told of an element of M, N or P where the pointer rests on it: whose it is, and which threads need it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "viz/views/tiles/tiles_picture.h"

namespace lanescope {
namespace {

// In units, of a place that can be pointed at: where elements are smaller, several threads share one; where tiles
// are, several phases or blocks.
constexpr float kMinCell = 3, kMinTile = 8;

}  // namespace

/// All of M, then the tiles of the block's rows.
void TilesPicture::pick_m() {
  const std::uint64_t tile = launch_.tile_width, inner = launch_.matrices.inner;
  painter_.scene.picks.push_back(
      {m_.place,
       {},
       {},
       tr_format(
           "M[row][k]: the threads that compute a row of P read that row of M. This block reads rows {} to {}.",
           row_, last_of(row_, tile, launch_.matrices.rows)),
       "m"});
  pick_band(
      inner, [&](std::uint64_t first, std::uint64_t count) { return m_.part(row_, first, tile, count); },
      [&](std::uint64_t first, std::uint64_t last) {
        return tr_format(
            "M, columns {} to {} of the block's rows. An element is needed by the {} threads of its row: "
            "thread (tx, ty) multiplies row {} + ty.",
            first, last, tile, row_);
      },
      "m");
}

/// All of N, then the tiles of the block's columns.
void TilesPicture::pick_n() {
  const std::uint64_t tile = launch_.tile_width, inner = launch_.matrices.inner, wide = tile * schedule_.outputs();
  painter_.scene.picks.push_back({n_.place,
                                  {},
                                  {},
                                  tr_format("N[k][column]: the threads that compute a column of P read that column "
                                            "of N. This block reads columns {} to {}.",
                                            column_, last_of(column_, wide, launch_.matrices.columns)),
                                  "n"});
  pick_band(
      inner, [&](std::uint64_t first, std::uint64_t count) { return n_.part(first, column_, count, wide); },
      [&](std::uint64_t first, std::uint64_t last) {
        return tr_format(
            "N, rows {} to {} of the block's columns. An element is needed by the {} threads of its column: "
            "thread (tx, ty) multiplies column {} + tx.",
            first, last, tile, column_);
      },
      "n");
}

std::uint64_t TilesPicture::last_of(std::uint64_t first, std::uint64_t count, std::uint64_t size) {
  return std::max(first + 1, std::min(first + count, size)) - 1;
}

/// The band that a block reads, tile by tile: what phase reads it, and who needs it.
template <class PartOf, class WordsOf>
void TilesPicture::pick_band(std::uint64_t inner, PartOf part_of, WordsOf words_of, const char* name) {
  const std::uint64_t tile = launch_.tile_width;
  const auto tiles = static_cast<std::uint64_t>(
      std::ceil(kMinTile * unit() / std::max(m_.element * static_cast<float>(tile), 1e-3f)));
  const std::uint64_t wide = tile * std::max<std::uint64_t>(1, tiles);
  for (std::uint64_t first = 0; first < inner; first += wide) {
    const Rect part = part_of(first, wide);
    if (part.w <= 0 || part.h <= 0) continue;
    std::string words = words_of(first, last_of(first, wide, inner));
    if (schedule_.tiled())
      words += "\n" +
               tr_format("It is loaded in phase {} of {}.", grouped(first / tile + 1), grouped(schedule_.phases()));
    painter_.scene.picks.push_back(
        {part,
         {},
         {},
         words,
         fmt::format("{}/{}", name, first / tile),
         schedule_.tiled() ? to_phase(static_cast<std::uint32_t>(first / tile)) : Focus{}});
  }
}

std::string TilesPicture::block_tip(std::uint64_t block, std::uint64_t row, std::uint64_t column) const {
  const std::uint64_t tile = launch_.tile_width, wide = tile * schedule_.outputs();
  const auto& sizes = launch_.matrices;
  std::string words = tr_format("block {}: rows {} to {} and columns {} to {} of P.", block, row,
                                last_of(row, tile, sizes.rows), column, last_of(column, wide, sizes.columns)) +
                      "\n";
  std::string columns = std::to_string(column);  // that of each tile
  for (std::uint64_t next = column + tile; next < std::min(column + wide, sizes.columns); next += tile)
    columns = in_a_list(columns, std::to_string(next));
  return words + (schedule_.outputs() == 1
                      ? tr_format("Its thread (tx, ty) computes row {} + ty and column {} + tx.", row, columns)
                      : tr_format("Its thread (tx, ty) computes row {} + ty and columns {} + tx.", row, columns));
}

/// The part of P that each block computes, in view by a click.
void TilesPicture::pick_blocks() {
  const std::uint64_t tile = launch_.tile_width, wide = tile * schedule_.outputs(), across = launch_.grid_columns();
  if (p_.element * static_cast<float>(tile) < kMinTile * unit()) {
    painter_.scene.picks.push_back(
        {p_.place,
         {},
         {},
         tr_format("P: each block computes {} x {} elements, one or more a thread.", tile, wide),
         "p"});
    return;
  }
  for (std::uint64_t block = 0; block < launch_.grid_dim; ++block) {
    const std::uint64_t row = block / across * tile, column = block % across * wide;
    const Rect part = p_.part(row, column, tile, wide);
    if (part.w <= 0 || part.h <= 0) continue;
    painter_.scene.picks.push_back({part,
                                    {},
                                    {SetBlock{block}},
                                    block_tip(block, row, column) + tr("\nClick to look into this block."),
                                    "block/" + std::to_string(block)});
  }
}

/// Where elements are too small, some threads side by side share a place: that of the first.
void TilesPicture::threads(const Rect& part, std::uint32_t output) {
  if (part.w <= 0 || part.h <= 0) return;
  painter_.scene.picks.push_back({part, {}, {}, tile_tip(output), fmt::format("tile/{}", output), {}});
  const std::uint64_t tile = launch_.tile_width;
  const auto together = static_cast<std::uint64_t>(std::ceil(kMinCell * unit() / p_.element));
  for (std::uint64_t y = 0; y < tile; y += together)
    for (std::uint64_t x = 0; x < tile; x += together) {
      const auto thread = static_cast<unsigned>(y * tile + x);
      const Rect cell = p_.part(row_ + y, column_of(output) + x, together, together);
      if (cell.w <= 0 || cell.h <= 0) continue;
      painter_.scene.picks.push_back(
          {{cell.x, cell.y, std::min(cell.w, part.right() - cell.x), std::min(cell.h, part.bottom() - cell.y)},
           {.step = {}, .warp = thread / kWarpSize, .lane = thread % kWarpSize, .node = {}},
           {},
           thread_tip(thread),
           fmt::format("element/{}/{}", output, thread),
           {}});
    }
}

/// The elements of the tiles in shared memory: where they are from, and who needs them.
void TilesPicture::pick_elements_of_tiles(const MatrixSheet& m, const MatrixSheet& n) {
  const std::uint64_t tile = launch_.tile_width, first = std::uint64_t{round_.phase} * tile;
  if (m.element < kMinCell * unit()) return;
  for (std::uint64_t y = 0; y < tile; ++y)
    for (std::uint64_t x = 0; x < tile; ++x) {
      painter_.scene.picks.push_back(
          {m.part(y, x, 1, 1),
           {},
           {},
           tr_format("M[{}][{}]: thread ({}, {}) loads it, threads (0, {}) to ({}, {}) need it.", row_ + y,
                     first + x, x, y, y, tile - 1, y),
           fmt::format("shared_m/{}/{}", y, x)});
      painter_.scene.picks.push_back(
          {n.part(y, x, 1, 1),
           {},
           {},
           tr_format("N[{}][{}]: thread ({}, {}) loads it, threads ({}, 0) to ({}, {}) need it.", first + y,
                     column_of(round_.output) + x, x, y, x, x, tile - 1),
           fmt::format("shared_n/{}/{}", y, x)});
    }
}

std::string TilesPicture::thread_tip(unsigned thread) const {
  const auto [x, y] = place_of(thread);
  std::string words = tr_format("thread ({}, {}) computes", x, y) + " " + elements_of(thread);
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  if (schedule_.outputs() == 1) return words;
  return words + "\n" +
         tr_format(
             "colStart = {} is its first column; the others follow TILE_WIDTH = {} apart, one in each tile. So "
             "neighbouring lanes have neighbouring columns.",
             column_ + x, launch_.tile_width);
}

std::string TilesPicture::tile_tip(std::uint32_t output) const {
  return schedule_.outputs() == 1
             ? tr("The tile of P that this block computes, one element per thread.")
             : tr_format("Tile {} of the {} that this block computes: each thread has one element in each.",
                         output + 1, schedule_.outputs());
}

}  // namespace lanescope
