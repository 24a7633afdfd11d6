// Launch shapes that follow from N and a device, for a device that is named: session.h has those of this machine.
#pragma once

#include "engine/request/launch_shape.h"
#include "engine/session.h"

namespace lanescope {

void choose_grid(RunRequest& request, const DeviceShape& device);
OwnShape own_shape(const RunRequest& request, const DeviceShape& device);

}  // namespace lanescope
