// What was done so that a user's file compiles, as its reader should know.
#pragma once

#include <vector>

#include "engine/base/sentence.h"
#include "engine/request/own_kernel.h"

namespace lanescope {

/// Of what was compiled: names that were defined, headers that are not there, functions of the host that were left
/// out.
std::vector<Sentence> notes_of(const OwnKernel& own);

}  // namespace lanescope
