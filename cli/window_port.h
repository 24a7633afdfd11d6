// The command line's interface to the window, so that it need not know OpenGL or a window system. app/ implements
// it; a build without the window has an implementation that says so.
#pragma once

#include <optional>
#include <string>

#include "engine/lesson/lesson.h"
#include "viz/kit/scene.h"
#include "viz/model/model.h"

namespace lanescope {

struct WindowPort {
  virtual ~WindowPort() = default;

  /// Opens the window with a session if there is one, else with what was open last, and a lesson beside it if there
  /// is one; returns the program's exit code when the user closes it. `file`: a .cu file to open, or one with
  /// ":KERNEL" behind; empty: none.
  virtual int open(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file) = 0;

  /// Writes a PNG of the window in the model's state, without a display. Throws Error.
  virtual void draw_window(const Model& model, int width, int height, const std::string& path) = 0;
  /// The same of a view that was built for this size.
  virtual void draw_scene(const Scene& scene, const std::string& path) = 0;

  /// Whether a window can be opened: there is a display, and the program was built with the window.
  virtual bool has_display() const = 0;

  /// Whether pictures can be drawn: the program was built with the window.
  virtual bool can_draw() const = 0;
};

}  // namespace lanescope
