// Starts compute-sanitizer on this program, which launches one kernel on the GPU.
#pragma once

#include "engine/check/sanitizer_table.h"

namespace lanescope {

/// The rows of all launches. `words`: what this program is started with to make the launch that is named by its
/// place in the list, which follows them. Throws Error(unavailable) without compute-sanitizer, Error(failed) where
/// it has nothing to say.
std::vector<SanitizedRow> sanitized_rows(const std::vector<SanitizedLaunch>& launches,
                                         const std::vector<std::string>& words, Progress& progress);

/// "2025.3.1.0"; empty without it.
std::string sanitizer_version();

/// What a tool says it found, summed over the processes that it watched. Throws Error(failed) where it says
/// nothing.
unsigned errors_in(const std::string& output);

}  // namespace lanescope
