// The window as a picture, drawn without a display.
#pragma once

#include <string>

#include "viz/kit/scene.h"
#include "viz/model/model.h"

namespace lanescope {

/// Waits for the model's runs and writes the window as a PNG. Throws Error.
void write_window_picture(const Model& model, int width, int height, const std::string& path);

/// A view alone, as it was built for this size. Throws Error.
void write_scene_picture(const Scene& scene, const std::string& path);

}  // namespace lanescope
