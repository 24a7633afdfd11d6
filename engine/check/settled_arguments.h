// What a kernel is called with, of which nobody says what it computes, nor how large its arrays are.
#pragma once

#include "engine/base/progress.h"
#include "engine/request/request.h"

namespace lanescope {

/// The request with words for all arguments, where the rule for them makes the kernel leave its arrays, not end or
/// do nothing, and another does not: an array has as many times N elements as the kernel needs, up to 32, or all
/// whole numbers are taken as extents. What leaves an array by less than half of it is a mistake, and not taken for
/// a size. Small launches try that. The same request where it says what the arguments are, or where nothing helps.
/// Throws Cancelled.
RunRequest with_settled_arguments(const RunRequest& request, Progress& progress);

}  // namespace lanescope
