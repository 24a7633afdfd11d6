// A user's whole program as run and trace show it: what it printed, its launches, and one of them.
#pragma once

#include <string>

#include "cli/words/run_json.h"
#include "engine/session.h"

namespace lanescope {

enum class ProgramForm { text, json, csv };

/// What the program printed, and a row for each launch. Returns the exit code.
int show_program(const RunRequest& request, bool json);

/// With which code main() ended, or what stands for it.
std::string how_it_ended_text(const Run& run);

/// What came to no launch: that nothing did, what the runtime refused, which leaves nothing but an error that few
/// programs ask for, and files that were not there.
std::string not_launched_text(const Run& run);

/// Whether a check leaves out some of what the program does, for which there was no time or no room: it names what
/// is wrong in the rest.
bool is_checked_in_part(const Run& run);
/// Then which blocks of which launches it is of, why, and what to do; else empty.
std::string checked_part_text(const Run& run);
OrderedJson checked_part_json(const Run& run);
/// Of a check: the calls that the runtime refused, as entries behind its findings.
OrderedJson refused_calls_json(const Run& run);

/// The launch in view: its steps and totals.
int show_program_launch(const RunRequest& request, ProgramForm form);

}  // namespace lanescope
