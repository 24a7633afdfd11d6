// A scene shown as an image: built and painted again only when something it shows has changed.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <string>

#include "viz/model/model.h"
#include "viz/panels/ui.h"
#include "viz/scene/scene.h"

namespace lanescope {

/// Draws a scene into a texture. The window's renderer is one; panels know no other.
struct ScenePainter {
  virtual ~ScenePainter() = default;
  /// OpenGL's name of the texture of `slot`, which is reused.
  virtual unsigned paint(unsigned slot, const Scene& scene) = 0;
};

/// A picture and what it was painted from.
struct Picture {
  Scene scene;
  unsigned texture = 0;
  std::shared_ptr<const Run> run;
  ViewState view;
  std::size_t revision = 0;
  SceneSize size;
  bool painted = false;
  Focus sent_hover;            ///< so that a hover is told once, and its end too
};

/// How a panel makes its picture.
struct PictureSource {
  const char* name;            ///< of the mark, for scripts
  unsigned slot;
  std::size_t revision;        ///< of what the builder reads besides the run and the view
  std::function<Scene(const Run& run, const ViewState& view, SceneSize size)> build;
};

/// Shows the picture in the rest of the panel, tells what the pointer is over and what was clicked.
/// Returns whether the pointer is over it.
bool show_picture(const Model& model, const Ui& ui, ScenePainter& painter, Picture& picture,
                  const PictureSource& source);

/// A sentence in the middle of the panel, where there is nothing to draw.
void show_emptiness(const Ui& ui, const std::string& title, const std::string& what_to_do);

}  // namespace lanescope
