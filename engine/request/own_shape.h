// Launch shapes that a kernel chooses itself, from N and a device that is named; engine/this_machine.h has those of
// this machine. Kernels without such a rule (launch_shape.h) are left as they are.
#pragma once

#include "engine/request/launch_shape.h"
#include "engine/request/request.h"

namespace lanescope {

/// Gives the request the kernel's block and grid. Does nothing where the request names a grid.
void choose_launch_shape(RunRequest& request, const DeviceShape& device);
/// The same for the grid alone, of blocks as the request has them.
void choose_grid(RunRequest& request, const DeviceShape& device);

/// How much of a request's block and grid equals what those two would choose. `none` for kernels without such a
/// rule.
enum class OwnShape { none, grid, all };
OwnShape own_shape(const RunRequest& request, const DeviceShape& device);

}  // namespace lanescope
