// The window on the screen, from opening to closing.
#pragma once

#include "engine/core/request.h"

namespace lanescope {

/// Opens the window on a request; the default request means: where the user left off. Returns the exit code.
int run_window(const RunRequest& start);

}  // namespace lanescope
