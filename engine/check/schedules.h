// Whether what a kernel computes depends on the order in which its warps and lanes run: it is run in many, each of
// a seed.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/progress.h"
#include "engine/run.h"

namespace lanescope {

/// Runs the request, of a user's kernel or program, with the seeds 1 to `count`, until one makes its result wrong,
/// its exit code another, or ends with a finding, where `first`, the run in the order of numbers, does not. That is
/// the finding, which names the seed. Where the result depends on the order within what rounding explains, it does
/// not differ.
std::optional<Finding> find_wrong_schedule(const Run& first, unsigned count, Progress& progress);

}  // namespace lanescope
