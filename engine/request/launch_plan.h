// How a request is launched: blocks, threads, what each block reads and keeps in shared memory. Whether it can be launched so
// is asked in refusals.h.
#pragma once

#include <optional>

#include "engine/request/request.h"

namespace lanescope {

struct KernelInfo;

/// No GPU updates a whole point at once, so their blocks are not combined by atomics.
bool has_atomics(ElementType type);

/// The launch without asking whether it is possible.
LaunchConfig planned_launch(const KernelInfo& kernel, const RunRequest& request);

/// The launch that reduces the partial sums of this one; none where blocks are combined otherwise or one is left.
std::optional<LaunchConfig> next_launch(const KernelInfo& kernel, const LaunchConfig& launch);

}  // namespace lanescope
