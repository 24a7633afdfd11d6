// Which views have something to show of kernels that are no reductions.
#pragma once

#include "viz/scene/views.h"

namespace lanescope {

/// Activity, steps and requests are of every kernel; a tree, and formulas and records of reductions, are not.
bool shows(const View& view, Workload workload);

}  // namespace lanescope
