// Divergence has two numbers, and wherever one of them stands the other does, too: what the source says, and what
// is left of it as branches of the machine code.
#pragma once

#include <string_view>

#include "viz/text/language.h"

namespace lanescope {

/// The metric that is told by the source; the row of the branches stands after its row.
inline constexpr std::string_view kDivergenceMetric = "divergent_branches";

inline constexpr const char* kBranchesOnGpu = tr_later("divergent branches on the GPU");
inline constexpr const char* kBranchesOnGpuTip = tr_later(
    "What the hardware's counter shows: recorded for this launch, or what the recorded machine code must do. A "
    "condition that the compiler turned into predicates is no branch, so that lanes wait and the counter stays "
    "at 0; the view Counters says why.");

}  // namespace lanescope
