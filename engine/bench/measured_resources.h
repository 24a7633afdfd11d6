// What the driver of this machine's GPU says of every kernel's machine code: what becomes a recorded table.
#pragma once

#include <vector>

#include "engine/recorded/recorded_resources.h"

namespace lanescope {

/// A launch of every piece of machine code there is: of each kernel with each operator, element type, way of
/// combining, blockDim, TILE_WIDTH and COARSE_FACTOR.
std::vector<RunRequest> all_launches();

/// Asks this machine's GPU for all of them. Throws Error(unavailable, failed).
ResourceTable measured_resources();

}  // namespace lanescope
