// What a user's kernel computes, where nobody says it.
#pragma once

#include <cstdint>

#include "engine/base/progress.h"
#include "engine/request/request.h"

namespace lanescope {

/// What a small launch of a kernel, called as a reduction, says of whether it is one. A reduction reads N elements
/// and leaves one result a block.
enum class LikeAReduction : std::uint8_t {
  yes,     ///< or its name says so, or it fails for other reasons
  beyond,  ///< it reaches beyond an input, so what it is called with may be wrong
  no,      ///< it writes beyond one result a block
  other    ///< it has parameters that no reduction has
};

/// The request's kernel is a user's, loaded as a reduction. Throws Cancelled.
LikeAReduction like_a_reduction(const RunRequest& request, Progress& progress);

}  // namespace lanescope
