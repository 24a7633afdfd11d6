// What each tile of a picture shows, as a hash of all that lies over it, in order. Where a tile's hash is what it
// was, the tile looks as it did, and need not be drawn: on a software rasteriser a frame costs what changes in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viz/kit/scene.h"

namespace lanescope {

/// FNV-1a, eight bytes at a time.
std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size);
inline constexpr std::uint64_t kHashSeed = 14695981039346656037u;

class TileHashes {
 public:
  static constexpr int kSide = 32;  ///< pixels

  TileHashes() = default;
  /// A picture that shows nothing but its ground.
  TileHashes(int width, int height, std::uint64_t ground);

  /// Something that is drawn inside `bounds`, and by its hash known from all else that could be.
  void add(const Rect& bounds, std::uint64_t hash);
  /// A line: only the tiles that it passes. `reach`: how far from its middle it is seen.
  void add_line(const Line& line, float reach, std::uint64_t hash);
  /// What another picture shows, drawn over this one with its corner at (x, y).
  void add_tiles(const TileHashes& picture, float x, float y);

  /// Rectangles of whole tiles in which this picture may differ from what was there before, not overlapping; `most`
  /// of them, since each costs draw calls. The whole picture, if the other has another size.
  std::vector<Rect> changed_since(const TileHashes& before, std::size_t most) const;

  Rect whole() const { return {0, 0, static_cast<float>(width_), static_cast<float>(height_)}; }

 private:
  struct Span {
    int begin = 0, end = 0;
  };
  static Span tiles_over(float from, float to, int count);
  void add_row(int row, Span columns, std::uint64_t hash);
  Rect clipped(int x0, int y0, int x1, int y1) const;

  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0;
  std::vector<std::uint64_t> hashes_;
};

/// What a renderer makes of a scene.
TileHashes tiles_of(const Scene& scene);

/// Where a shape, line or text may leave pixels.
Rect drawn_bounds(const Quad& quad);
Rect drawn_bounds(const Line& line);
Rect drawn_bounds(const Text& text);

/// What two rectangles share; of width or height 0 where they share nothing.
Rect shared_part(const Rect& one, const Rect& other);

}  // namespace lanescope
