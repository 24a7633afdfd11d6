// Divergence has two numbers, and wherever one of them stands the other does, too: what the source says, and what
// is left of it as branches of the machine code.
#pragma once

#include "viz/text/language.h"

namespace lanescope {

inline constexpr const char* kDivergentWarpStepsTip = tr_later(
    "Over the grid, as the source says: steps of a warp that some of its lanes sit out, without the guards of "
    "loads and commits.");
inline constexpr const char* kBranchesOnGpu = tr_later("divergent branches on the GPU");
inline constexpr const char* kBranchesOnGpuTip = tr_later(
    "What the hardware's counter shows: recorded for this launch, or what the recorded machine code must do. A "
    "condition that the compiler turned into predicates is no branch, so that lanes wait and the counter stays "
    "at 0; the view Truth says why.");

}  // namespace lanescope
