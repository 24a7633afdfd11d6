// The window on the screen, from opening to closing.
#pragma once

#include <optional>

#include "viz/model/session_file.h"

namespace lanescope {

/// Opens the window, on a session where there is one, else where the user left off. Returns the exit code.
int run_window(std::optional<Session> session);

}  // namespace lanescope
