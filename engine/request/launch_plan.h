// How a request is launched: blocks, threads, what each block reads and keeps in shared memory. Whether it can be
// launched so is asked in refusals.h.
#pragma once

#include <cstdint>

#include "engine/request/request.h"

namespace lanescope {

struct ArrayLayout;
struct KernelInfo;

/// The matrices of a request: square ones, where it names no others.
MatrixSizes matrices_of(const RunRequest& request);

/// Where the arrays of its first launch lie.
ArrayLayout arrays_of(const RunRequest& request);

/// False for points: no GPU can update a whole point atomically.
bool has_atomics(ElementType type);

/// The launch without asking whether it is possible.
LaunchConfig planned_launch(const KernelInfo& kernel, const RunRequest& request);

}  // namespace lanescope
