// What a user's program asked for and did not get, though it came to its end.
#pragma once

#include <vector>

#include "engine/run.h"
#include "engine/source/source_error.h"

namespace lanescope {

/// Launches, copies, fills and frees that were refused, memory for which there was no room, and files that are not
/// there, with their lines where these are known; also that it launched no kernel. Empty of a kernel that was
/// launched alone.
std::vector<SourceProblem> asked_in_vain(const Run& run);

/// The first refusal, in the words of that list.
Sentence first_refusal(const Run& run);
/// The first one of a launch, without which there is nothing to draw; empty where none was refused.
Sentence first_refused_launch(const Run& run);

}  // namespace lanescope
