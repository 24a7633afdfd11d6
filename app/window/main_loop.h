// The window on the screen, from opening to closing.
#pragma once

#include <optional>

#include "engine/lesson/lesson.h"
#include "viz/model/session_file.h"

namespace lanescope {

/// Opens the window with a .cu file, as --open takes it, if `file` is not empty, or with a session if there is one, else with what was open last, and with a lesson beside it if there is
/// one. Returns the exit code.
int run_window(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file);

}  // namespace lanescope
