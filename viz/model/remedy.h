// What may take the place of a launch that is refused.
#pragma once

#include <optional>

#include "engine/request/request.h"

namespace lanescope {

/// What the refusal's sentence advises, if that is possible: of a kernel of one block with too many elements, the
/// kernel of a whole grid at the same N; where that is refused, too, the same kernel at the largest N of its block.
/// Nothing for a launch that is possible, or that is refused for another reason.
std::optional<RunRequest> remedy(const RunRequest& request);

}  // namespace lanescope
