// Replaces the window in builds without its packages: says so, and draws nothing.
#include "app/make_window_port.h"
#include "engine/base/error.h"

namespace lanescope {
namespace {

constexpr const char* kNoWindow =
    "This build has no window: Dear ImGui, GLFW, glad, EGL or stb was missing when it was built.";

struct NoWindow : WindowPort {
  int open(std::optional<Session>, std::optional<Lesson>, const std::string&) override {
    throw Error(ErrorKind::unavailable, kNoWindow);
  }
  void draw_scene(const Scene&, const std::string&) override { throw Error(ErrorKind::unavailable, kNoWindow); }
  void draw_window(const Model&, int, int, const std::string&) override {
    throw Error(ErrorKind::unavailable, kNoWindow);
  }
  bool has_display() const override { return false; }
  bool can_draw() const override { return false; }
};

}  // namespace

std::unique_ptr<WindowPort> make_window_port() {
  return std::make_unique<NoWindow>();
}

}  // namespace lanescope
