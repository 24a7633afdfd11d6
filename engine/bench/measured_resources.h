// What the driver of this machine's GPU reports for every kernel's machine code: the source of a recorded table.
#pragma once

#include <vector>

#include "engine/recorded/recorded_resources.h"

namespace lanescope {

/// One launch for every piece of machine code: each kernel with each operator, element type, way of combining,
/// blockDim, TILE_WIDTH and COARSE_FACTOR.
std::vector<RunRequest> all_launches();

/// Asks this machine's GPU for all of them. Throws Error(unavailable, failed).
ResourceTable measured_resources();

}  // namespace lanescope
