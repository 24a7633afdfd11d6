// Hashing primitives into tiles, and turning differing tiles into a few rectangles.
#include "viz/render/tile_hashes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lanescope {
namespace {

/// Tiles between two changed ones of a row that are drawn with them.
constexpr int kBridged = 2;

struct TileRect {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  int area() const { return (x1 - x0) * (y1 - y0); }
};

TileRect around(const TileRect& a, const TileRect& b) {
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

bool overlap(const TileRect& a, const TileRect& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/// Joins the two that cost the fewest tiles too much, and whatever the joined one then overlaps.
void join_nearest(std::vector<TileRect>& rects) {
  std::size_t first = 0, second = 1;
  int least = INT32_MAX;
  for (std::size_t i = 0; i < rects.size(); ++i)
    for (std::size_t j = i + 1; j < rects.size(); ++j) {
      const int waste = around(rects[i], rects[j]).area() - rects[i].area() - rects[j].area();
      if (waste >= least) continue;
      least = waste;
      first = i;
      second = j;
    }
  TileRect joined = around(rects[first], rects[second]);
  rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(second));
  rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t i = 0; i < rects.size();) {
    if (!overlap(rects[i], joined)) {
      ++i;
      continue;
    }
    joined = around(joined, rects[i]);
    rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;
  }
  rects.push_back(joined);
}

std::uint64_t hash_of(const Text& text) {
  const float numbers[] = {text.x, text.y, text.size, static_cast<float>(text.face),
                           static_cast<float>(text.align)};
  const std::uint64_t hash =
      hash_bytes(hash_bytes(kHashSeed, numbers, sizeof numbers), &text.color, sizeof text.color);
  return hash_bytes(hash, text.text.data(), text.text.size());
}

/// Everything but its masks and how many rows are done.
std::uint64_t hash_of_looks(const MaskGrid& grid) {
  const float numbers[] = {grid.rect.x,  grid.rect.y,   grid.rect.w,  grid.rect.h,
                           grid.row_gap, grid.warp_gap, grid.lane_gap};
  const std::uint32_t counts[] = {grid.steps, grid.warps, grid.lanes, grid.part_column, grid.part_lanes};
  const Color colors[] = {grid.background,       grid.active,          grid.divergent_active,
                          grid.divergent_masked, grid.divergent_hatch, grid.retired};
  std::uint64_t hash = hash_bytes(kHashSeed, numbers, sizeof numbers);
  hash = hash_bytes(hash, counts, sizeof counts);
  return hash_bytes(hash, colors, sizeof colors);
}

/// Of rows `first` to before `end`; where rows come again, of all that are kept.
std::uint64_t hash_of_rows(std::uint64_t hash, const MaskGrid& grid, std::uint32_t first, std::uint32_t end) {
  const std::vector<std::uint32_t>& masks = grid.masks.kept();
  const std::vector<Repeat>& repeats = grid.masks.repeats().list();
  if (repeats.empty())
    return hash_bytes(hash, masks.data() + std::size_t{first} * grid.warps,
                      std::size_t{end - first} * grid.warps * sizeof masks[0]);
  hash = hash_bytes(hash, repeats.data(), repeats.size() * sizeof repeats[0]);
  return hash_bytes(hash, masks.data(), masks.size() * sizeof masks[0]);
}

/// A tile's row shows some of the grid's rows.
void add_grid(TileHashes& tiles, const MaskGrid& grid, float height) {
  if (grid.steps == 0 || grid.warps == 0 || grid.masks.size() < std::size_t{grid.steps} * grid.warps) return;
  const std::uint64_t looks = hash_of_looks(grid);
  const float pitch = (grid.rect.h + grid.row_gap) / static_cast<float>(grid.steps);
  const float top = std::max(0.0f, grid.rect.y - 1), bottom = std::min(height, grid.rect.bottom() + 1);
  const auto row_at = [&](float at) {
    return static_cast<std::uint32_t>(std::clamp((at - grid.rect.y) / pitch, 0.0f, static_cast<float>(grid.steps)));
  };
  for (float y = std::floor(top / TileHashes::kSide) * TileHashes::kSide; y < bottom; y += TileHashes::kSide) {
    // A pixel's mean reaches half a pixel beyond it.
    const std::uint32_t first = row_at(y - 1), end = std::min(row_at(y + TileHashes::kSide + 1) + 1, grid.steps);
    const std::uint32_t done = std::clamp(grid.rows_done, first, end);
    std::uint64_t hash = hash_bytes(looks, &done, sizeof done);
    hash = hash_of_rows(hash, grid, first, end);
    const float from = std::max(y, top);
    tiles.add({grid.rect.x, from, grid.rect.w, std::min(y + TileHashes::kSide, bottom) - from}, hash);
  }
}

}  // namespace

std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (; size >= 8; bytes += 8, size -= 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes, 8);
    hash = (hash ^ word) * 1099511628211u;
    hash ^= hash >> 29;
  }
  for (; size > 0; ++bytes, --size) hash = (hash ^ *bytes) * 1099511628211u;
  return hash;
}

TileHashes::TileHashes(int width, int height, std::uint64_t ground)
    : width_(width),
      height_(height),
      columns_((width + kSide - 1) / kSide),
      rows_((height + kSide - 1) / kSide),
      hashes_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), ground) {}

TileHashes::Span TileHashes::tiles_over(float from, float to, int count) {
  // In this order, so that what is not a number is tile 0.
  const auto tile = [count](float at) {
    return static_cast<int>(std::min(static_cast<float>(count), std::max(0.0f, at)));
  };
  return {tile(std::floor(from / kSide)), tile(std::ceil(to / kSide))};
}

void TileHashes::add_row(int row, Span columns, std::uint64_t hash) {
  std::uint64_t* const tiles = hashes_.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
  for (int column = columns.begin; column < columns.end; ++column) {
    const std::uint64_t mixed = (tiles[column] ^ hash) * 1099511628211u;
    tiles[column] = mixed ^ mixed >> 29;
  }
}

void TileHashes::add(const Rect& bounds, std::uint64_t hash) {
  if (!(bounds.w > 0) || !(bounds.h > 0)) return;
  const Span across = tiles_over(bounds.x, bounds.right(), columns_),
             down = tiles_over(bounds.y, bounds.bottom(), rows_);
  for (int row = down.begin; row < down.end; ++row) add_row(row, across, hash);
}

void TileHashes::add_line(const Line& line, float reach, std::uint64_t hash) {
  const float dy = line.y1 - line.y0;
  if (std::abs(dy) < kSide) return add(drawn_bounds(line), hash);
  const float slope = (line.x1 - line.x0) / dy;
  const Span down = tiles_over(std::min(line.y0, line.y1) - reach, std::max(line.y0, line.y1) + reach, rows_);
  const auto x_at = [&](float y) {
    return line.x0 + slope * (std::clamp(y, std::min(line.y0, line.y1), std::max(line.y0, line.y1)) - line.y0);
  };
  // Its soft edge reaches sideways by more than upright the flatter it is.
  const float sideways = reach * std::hypot(1.0f, slope) + 1;
  for (int row = down.begin; row < down.end; ++row) {
    const auto top = static_cast<float>(row * kSide);
    const float a = x_at(top - reach), b = x_at(top + kSide + reach);
    add_row(row, tiles_over(std::min(a, b) - sideways, std::max(a, b) + sideways, columns_), hash);
  }
}

void TileHashes::add_tiles(const TileHashes& picture, float x, float y) {
  for (int row = 0; row < picture.rows_; ++row)
    for (int column = 0; column < picture.columns_; ++column) {
      const Rect tile = picture.clipped(column, row, column + 1, row + 1);
      const std::size_t at = static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.columns_) +
                             static_cast<std::size_t>(column);
      // Where it is belongs to what is seen: a picture that moves by a few pixels mostly stays in the same tiles.
      const Rect placed{tile.x + x, tile.y + y, tile.w, tile.h};
      add(placed, hash_bytes(picture.hashes_[at], &placed, sizeof placed));
    }
}

Rect TileHashes::clipped(int x0, int y0, int x1, int y1) const {
  const auto right = static_cast<float>(std::min(x1 * kSide, width_));
  const auto bottom = static_cast<float>(std::min(y1 * kSide, height_));
  const auto left = static_cast<float>(x0 * kSide), top = static_cast<float>(y0 * kSide);
  return {left, top, right - left, bottom - top};
}

std::vector<Rect> TileHashes::changed_since(const TileHashes& before, std::size_t most) const {
  if (width_ != before.width_ || height_ != before.height_) return {whole()};
  std::vector<TileRect> rects;
  for (int row = 0; row < rows_; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
    std::vector<TileRect> runs;
    for (int column = 0; column < columns_; ++column) {
      const std::size_t at = first + static_cast<std::size_t>(column);
      if (hashes_[at] == before.hashes_[at]) continue;
      if (!runs.empty() && column - runs.back().x1 <= kBridged)
        runs.back().x1 = column + 1;
      else
        runs.push_back({column, row, column + 1, row + 1});
    }
    // The same columns as in the row above make one rectangle with it.
    for (const TileRect& run : runs) {
      const auto above = std::find_if(rects.begin(), rects.end(), [&](const TileRect& rect) {
        return rect.y1 == row && rect.x0 == run.x0 && rect.x1 == run.x1;
      });
      if (above != rects.end())
        above->y1 = row + 1;
      else
        rects.push_back(run);
    }
    while (rects.size() > 4 * most) join_nearest(rects);
  }
  while (rects.size() > most) join_nearest(rects);
  std::vector<Rect> changed;
  for (const TileRect& rect : rects) changed.push_back(clipped(rect.x0, rect.y0, rect.x1, rect.y1));
  return changed;
}

Rect drawn_bounds(const Quad& quad) {
  return {quad.rect.x - 1, quad.rect.y - 1, quad.rect.w + 2, quad.rect.h + 2};
}

Rect drawn_bounds(const Line& line) {
  const float reach = line.width / 2 + 2;
  return {std::min(line.x0, line.x1) - reach, std::min(line.y0, line.y1) - reach,
          std::abs(line.x1 - line.x0) + 2 * reach, std::abs(line.y1 - line.y0) + 2 * reach};
}

Rect drawn_bounds(const Text& text) {
  const Rect rect = bounds(text);
  const float beside = text.size / 2;  // accents, descenders, and letters that lean
  return {rect.x - beside, rect.y - beside, rect.w + 2 * beside, rect.h + 2 * beside};
}

Rect shared_part(const Rect& one, const Rect& other) {
  const float x = std::max(one.x, other.x), y = std::max(one.y, other.y);
  return {x, y, std::max(0.0f, std::min(one.right(), other.right()) - x),
          std::max(0.0f, std::min(one.bottom(), other.bottom()) - y)};
}

TileHashes tiles_of(const Scene& scene) {
  static_assert(sizeof(Quad) == 32 && sizeof(Line) == 24, "hashed as bytes, so without any that mean nothing");
  const float period = hatch_period(scene);
  const std::uint64_t ground =
      hash_bytes(hash_bytes(kHashSeed, &scene.background, sizeof scene.background), &period, sizeof period);
  TileHashes tiles(std::max(1, static_cast<int>(std::ceil(scene.width))),
                   std::max(1, static_cast<int>(std::ceil(scene.height))), ground);
  for (const Quad& quad : scene.quads) tiles.add(drawn_bounds(quad), hash_bytes(kHashSeed, &quad, sizeof quad));
  for (const MaskGrid& grid : scene.mask_grids) add_grid(tiles, grid, scene.height);
  for (const Line& line : scene.lines)
    tiles.add_line(line, line.width / 2 + 2, hash_bytes(kHashSeed, &line, sizeof line));
  for (const Quad& quad : scene.overlays) tiles.add(drawn_bounds(quad), hash_bytes(kHashSeed, &quad, sizeof quad));
  for (const Text& text : scene.texts) tiles.add(drawn_bounds(text), hash_of(text));
  return tiles;
}

}  // namespace lanescope
