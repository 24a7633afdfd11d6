// Who combined what in one block: it runs alone, on values that remember where they come from.
#pragma once

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"

namespace lanescope {

/// Whether a block works on the partial sums of other blocks, besides its own elements.
bool reads_partial_sums(const LaunchConfig& launch, std::uint64_t block);

/// Whether the tree of a block is small enough to be made at once, before the run has a result.
bool has_small_tree(const LaunchConfig& launch);

/// Runs request.block of a launch alone on what that launch reads, following every value; where it reads the
/// partial sums of other blocks, these run before it. Throws Cancelled, or Error(failed) where that block has a
/// finding.
CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress);

/// Likewise of a run's first launch, where the input is generated: only the elements of the block are made, so it
/// must not read partial sums.
CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch);

}  // namespace lanescope
