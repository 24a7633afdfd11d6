// Pictures without a window: an OpenGL context from EGL that needs no display, and files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
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

/// RGBA pixels, top row first, of a framebuffer that is bound for reading (0: the window's), whose row 0 is at
/// the bottom, as OpenGL's is.
std::vector<std::uint8_t> read_framebuffer(int width, int height);

/// Throws Error(failed) where the file cannot be written.
void write_png(const std::string& path, const std::vector<std::uint8_t>& rgba, int width, int height);

}  // namespace lanescope
