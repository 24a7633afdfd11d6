// The window on the screen, from opening to closing.
#pragma once

#include "viz/model/presets.h"

namespace lanescope {

/// Opens the window on a request; the default request means: where the user left off. Returns the exit code.
int run_window(const Preset* preset);

}  // namespace lanescope
