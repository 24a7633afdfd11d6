// The window as a picture, drawn without a display.
#pragma once

#include <string>

#include "viz/model/model.h"

namespace lanescope {

/// Waits for the model's runs and writes the window as a PNG. Throws Error.
void write_window_picture(const Model& model, int width, int height, const std::string& path);

/// One view alone, e.g. "warp_activity".
void write_view_picture(const std::string& id, const Model& model, int width, int height, const std::string& path);

}  // namespace lanescope
