// The remark of a preset, in the current language.
#pragma once

#include <string>
#include <vector>

#include "engine/recorded/recorded_sweep.h"
#include "viz/model/presets.h"

namespace lanescope {

/// The preset's remark with its recorded times, all from one GPU; empty if there is no remark, or if no GPU timed
/// all of its launches.
std::string remark_of(const Preset& preset, const std::vector<RecordedSweep>& recorded);

}  // namespace lanescope
