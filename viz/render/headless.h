// Pictures without a window: an OpenGL context from EGL that needs no display.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viz/kit/scene.h"

namespace lanescope {

/// An OpenGL 3.3 core context without a surface, current on the thread that made it, with glad loaded.
/// Throws Error(unavailable) where EGL has none.
class HeadlessContext {
 public:
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// RGBA, top row first; makes and drops a context of its own.
std::vector<std::uint8_t> render_scene_headless(const Scene& scene);

}  // namespace lanescope
