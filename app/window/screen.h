// The framebuffer of the window: grounds of panels, pictures and Dear ImGui's triangles, of which only the tiles
// are drawn that differ from what is there.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <vector>

#include "viz/panels/frame.h"
#include "viz/render/renderer.h"
#include "viz/render/tile_hashes.h"

namespace lanescope {

class Screen {
 public:
  /// Needs a current OpenGL context, as long as it lives.
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Brings the bound framebuffer up to date, and returns the rectangles that changed, from the top left: none if
  /// all is as it was. Takes ImGui's triangles, so it draws them once.
  std::vector<Rect> draw(ImDrawData& triangles, const FrameOutput& frame, const Renderer& renderer,
                         const UiColors& colors, const FrameInput& input);
  /// The framebuffer lost its contents: the next draw() draws all of it.
  void forget();

 private:
  void draw_below(const FrameOutput& frame, const Rect& part, const UiColors& colors,
                  const FrameInput& input) const;
  void copy(const PlacedPicture& picture, const Rect& part, const FrameInput& input) const;

  TileHashes shown_;
  std::uint64_t quick_hash_ = 0;  ///< of everything at once
  unsigned source_ = 0;           ///< framebuffer object from which pictures are copied
};

}  // namespace lanescope
