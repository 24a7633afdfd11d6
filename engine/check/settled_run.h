// A run of a kernel of which nobody says what it computes, nor what it is called with: small launches settle that,
// the same for whoever asks.
#pragma once

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/run.h"

namespace lanescope {

/// The request with words for all arguments, where nobody says them and small launches tell. What a kernel reads
/// and writes says which arrays are inputs. Where the rule for numbers makes it leave its arrays, not end or do
/// nothing, and another does not, that one is taken: an array has as many times N elements as the kernel needs, up
/// to 32, or all whole numbers are extents, or 3. What leaves an array by less than half of it is a mistake, and
/// not taken for a size, but for whole numbers that are only read and say where rows begin, which are N + 1. All
/// small launches together are 60 at most, and three that do not end, for two seconds each. Throws Cancelled.
RunRequest with_settled_arguments(const RunRequest& request, Progress& progress);

/// run() of that, and, where nobody said N (OwnLaunch::takes_fewer) and the kernel takes too long or has no room,
/// of fewer elements, which the run's notice says. Its request is what was launched. Other requests are run as they
/// are.
Run run_settled(const RunRequest& request, Progress& progress);

/// The same by run_traces_first(); one with checks may await remarks (engine/check/remark.h).
Run traces_settled(const RunRequest& request, Progress& progress);

}  // namespace lanescope
