// What a preset says besides its question, in the current language.
#pragma once

#include <string>
#include <vector>

#include "engine/recorded/recorded_sweep.h"
#include "viz/model/presets.h"

namespace lanescope {

/// The preset's remark with the recorded times that it tells, of one GPU; empty where there is no remark, or no GPU
/// timed all of its launches.
std::string remark_of(const Preset& preset, const std::vector<RecordedSweep>& recorded);

}  // namespace lanescope
