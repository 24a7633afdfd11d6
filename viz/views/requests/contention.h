// What the banks view shows for a step whose lanes update shared memory atomically: how many of them update the
// same element and so take turns. Banks are not drawn there, because it is not documented how many wavefronts
// atomics take.
#pragma once

#include "viz/views/view.h"

namespace lanescope {

/// Whether all accesses of the block in view to shared memory at the step in view are atomic updates.
bool has_contention(const ViewInput& input);
Scene contention_scene(const ViewInput& input);

}  // namespace lanescope
