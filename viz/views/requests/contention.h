// What the banks view shows of a step whose lanes update shared memory atomically: how many of them want the same
// element and so take turns. Banks are not drawn there: in how many wavefronts the hardware serves atomics is not
// documented.
#pragma once

#include "viz/views/view.h"

namespace lanescope {

/// Whether the block in view updates shared memory at the step in view, and asks nothing else of it.
bool has_contention(const ViewInput& input);
Scene contention_scene(const ViewInput& input);

}  // namespace lanescope
