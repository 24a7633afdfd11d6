// What shuffles do between the lanes of one warp: lanes across, rounds downwards, an arrow from the lane that gives
// to the one that takes. The banks view shows it in steps in which lanes exchange registers.
#pragma once

#include <vector>

#include "viz/kit/choices.h"
#include "viz/views/requests/warp_shuffles.h"

namespace lanescope {

/// `choices`: of what else the warp does in this step.
Scene shuffle_scene(const ViewInput& input, const ChosenRequests& chosen, const WarpShuffles& shuffles,
                    std::vector<Choice> choices);

}  // namespace lanescope
