// The window as the command line knows it.
#include <cstdlib>

#include "app/make_window_port.h"
#include "app/window/main_loop.h"
#include "app/window/window_picture.h"

namespace lanescope {
namespace {

struct GuiPort : WindowPort {
  int open(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file) override {
    return run_window(std::move(session), std::move(lesson), file);
  }

  void draw_window(const Model& model, int width, int height, const std::string& path) override {
    write_window_picture(model, width, height, path);
  }
  void draw_scene(const Scene& scene, const std::string& path) override { write_scene_picture(scene, path); }

  /// GLFW without a display always fails; checking the environment first avoids its error message.
  bool has_display() const override {
    auto is_set = [](const char* name) {
      const char* value = std::getenv(name);
      return value && *value;
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
  }

  bool can_draw() const override { return true; }
};

}  // namespace

std::unique_ptr<WindowPort> make_window_port() {
  return std::make_unique<GuiPort>();
}

}  // namespace lanescope
