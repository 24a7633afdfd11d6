// What each key does, given what is on the screen.
#pragma once

#include "app/window/glfw_window.h"
#include "viz/model/model.h"
#include "viz/panels/panels.h"

namespace lanescope {

void handle_key(Key key, Model& model, PanelState& panels, GlfwWindow& window);

/// A file that was dropped on the window becomes the input, all of it.
void handle_dropped_file(const std::string& path, Model& model);

}  // namespace lanescope
