// Draws a grid of masks: one rectangle, which mask.frag unpacks lane by lane.
#pragma once

#include <vector>

#include "viz/kit/scene.h"
#include "viz/render/gl.h"
#include "viz/render/mask_rows.h"

namespace lanescope {

class MaskPainter {
 public:
  MaskPainter();

  /// Into the framebuffer that is bound, inside of its scissor. What is drawn again and again, between two calls of
  /// forget(), is uploaded once.
  void draw(const MaskGrid& grid, const Scene& scene);
  /// The next grid may be another one at the same address.
  void forget() { prepared_ = nullptr; }

 private:
  void prepare(const MaskGrid& grid, const Scene& scene);
  void upload_masks(const MaskGrid& grid);
  void upload_rows(const std::vector<std::vector<RowShare>>& pixels);
  void set_uniforms(const MaskGrid& grid, const Scene& scene) const;

  GlProgram program_ = load_program("mask");
  GlVertexArray corners_ = make_vertex_array();
  GlBuffer vertices_ = make_buffer();
  GlTexture masks_ = make_texture(), rows_ = make_texture();
  GLint largest_texture_ = 0;  ///< pixels of a side
  const MaskGrid* prepared_ = nullptr;
  bool is_empty_ = false;  ///< the grid that is prepared
};

}  // namespace lanescope
