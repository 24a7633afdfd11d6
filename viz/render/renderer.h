// Draws scenes with OpenGL 3.3 core, kept to what OpenGL ES 3.0 also has. Each slot is a texture that keeps its
// picture until it is drawn again, so a window redraws only what changed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viz/kit/scene.h"
#include "viz/render/tile_hashes.h"

namespace lanescope {

/// Needs a current context for construction, use and destruction, with OpenGL's functions loaded by glad. Throws
/// Error(failed) with OpenGL's message.
class Renderer {
 public:
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the texture of `slot` (any small number; made when first used) and returns its OpenGL name. Of a
  /// picture that the slot has already, only the tiles that differ are drawn. Row 0 of the texture is the top of
  /// the picture: texture coordinates (0,0)-(1,1) show it upright. The size is the scene's, rounded up. Leaves the
  /// bound framebuffer and the viewport as they were.
  unsigned draw(unsigned slot, const Scene& scene);

  /// The slot's texture without drawing; 0 if nothing was drawn yet.
  unsigned texture(unsigned slot) const;

  /// Changes whenever something is drawn into the slot's texture.
  std::uint64_t version(unsigned slot) const;
  /// What each tile of it shows.
  const TileHashes& tiles(unsigned slot) const;

  /// Frees the slot's texture, if it has one.
  void release(unsigned slot);

  /// The slot's pixels, RGBA, 4 bytes a pixel, top row first.
  std::vector<std::uint8_t> read_pixels(unsigned slot) const;

  /// Waits until all drawing is done; for measuring.
  void finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope
