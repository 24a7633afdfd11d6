// The read limit that benches of a GPU measured, and that come with the program: how fast an array can be read at
// all, so that a time on a machine without a GPU can be told as a part of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/bench/recorded_sweep.h"

namespace lanescope {

/// The cold times of kReadLimitRow in a bench's JSON, as a sweep of that one row's name with a launch that is N
/// alone. Throws Error(usage) that names the file.
RecordedSweep decode_read_limit(std::string_view json, const std::string& name);

/// Of the benches in recordings/ when the program was built.
const std::vector<RecordedSweep>& recorded_read_limits();

}  // namespace lanescope
