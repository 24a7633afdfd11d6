// --preset ID: one of the classic comparisons.
#pragma once

#include <string>

#include "viz/model/presets.h"

namespace lanescope {

/// Throws Error(usage) that names those there are.
const Preset& named_preset(const std::string& id);

}  // namespace lanescope
