// A user's whole program as run and trace show it: what it printed, its launches, and one of them.
#pragma once

#include "engine/request/request.h"

namespace lanescope {

enum class ProgramForm { text, json, csv };

/// What the program printed, and a row for each launch. Returns the exit code.
int show_program(const RunRequest& request, bool json);

/// The launch in view: its steps and totals.
int show_program_launch(const RunRequest& request, ProgramForm form);

}  // namespace lanescope
