// Which runs can be compared: those that do the same work. For others it means nothing which of them takes less.
#pragma once

#include "engine/run.h"

namespace lanescope {

/// The same problem on the same input: workload, size, operator and type; the same sections where each block has
/// one; the same entry where a kernel launches several.
bool same_work(const Run& one, const Run& other);

/// The same of whole runs, over all of their launches, whichever of these is in view.
bool same_result(const Run& one, const Run& other);

/// Whether each of their blocks does the same share of the same work, so that the costs of one block can be
/// compared. The blocks of a launch with half as many do twice as much.
bool same_block_work(const Run& one, const Run& other);

/// Whether the launch reduces inside its blocks, each of which passes on one value. If every thread or element
/// updates the output, there is no tree whose steps, barriers and divergence could be compared. Always true for
/// workloads that do not reduce.
bool reduces_in_blocks(const Run& run);

}  // namespace lanescope
