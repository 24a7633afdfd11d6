// The one thing that main takes from the window, or from what stands in for it in a build without one.
#pragma once

#include <memory>

#include "cli/window_port.h"

namespace lanescope {

std::unique_ptr<WindowPort> make_window_port();

}  // namespace lanescope
