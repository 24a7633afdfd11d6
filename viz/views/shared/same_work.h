// Which runs can be measured by each other: those that do the same work. Of others it means nothing which of them
// takes less.
#pragma once

#include "engine/run.h"

namespace lanescope {

/// The same problem on the same input: workload, size, operator and type; the same sections where each block has
/// one; the same entry where a kernel launches several.
bool same_work(const Run& one, const Run& other);

/// Whether each of their blocks does the same share of the same work: what one block pays can be held to what the other
/// does. Blocks of a launch with half as many do twice as much.
bool same_block_work(const Run& one, const Run& other);

/// Whether the launch reduces inside its blocks, each of which hands over one value. Where every thread or element
/// updates the output there is no tree, and so nothing that its steps, barriers and divergence could be compared
/// with. Of workloads that do not reduce it is always so.
bool reduces_in_blocks(const Run& run);

}  // namespace lanescope
