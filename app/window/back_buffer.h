// How a frame gets from the back buffer to the window: by copying rectangles where the rasteriser is software, and copying
// costs what it copies; else by a swap, which loses the back buffer's contents.
#pragma once

#include <vector>

#include "viz/kit/scene.h"

struct GLFWwindow;

namespace lanescope {

class BackBuffer {
 public:
  /// The window's context must be current, with OpenGL's functions loaded.
  explicit BackBuffer(GLFWwindow* window);

  /// Whether it holds after present() what it held before.
  bool kept() const { return copy_ != nullptr; }
  /// Shows what changed, from the top left of a framebuffer of that height; without rectangles, all.
  void present(const std::vector<Rect>& changed, float height) const;

 private:
  using GetCurrent = void* (*)();
  /// glXCopySubBufferMESA: display, drawable, x and y from the bottom left, width, height.
  using CopyPart = void (*)(void*, void*, int, int, int, int);

  GLFWwindow* window_;
  GetCurrent display_ = nullptr, drawable_ = nullptr;
  CopyPart copy_ = nullptr;
};

}  // namespace lanescope
