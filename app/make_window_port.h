// What main needs from the window, or from its replacement in a build without a window.
#pragma once

#include <memory>

#include "cli/window_port.h"

namespace lanescope {

std::unique_ptr<WindowPort> make_window_port();

}  // namespace lanescope
