// The window on the screen, from opening to closing.
#pragma once

#include <optional>

#include "viz/model/session_file.h"

namespace lanescope {

/// Opens the window with a session if there is one, else with what was open last. Returns the exit code.
int run_window(std::optional<Session> session);

}  // namespace lanescope
