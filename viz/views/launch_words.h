// What each launch of a run is for, in words.
#pragma once

#include <cstddef>
#include <string>

#include "engine/run.h"

namespace lanescope {

/// "Launch 2: makes the result of the 128 partial sums of launch 1, in 1 block." `index` from 0.
std::string launch_sentence(const Run& run, std::size_t index);

}  // namespace lanescope
