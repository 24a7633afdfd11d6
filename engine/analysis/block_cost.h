// What a block has paid after so many of its steps, counted in something that a GPU does. It is never a time: how
// long each of these takes, and what of it is hidden behind other warps, no trace says.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

/// `warp_steps`: warps with a lane that works, step by step, loads and commits among them; a warp with one such
/// lane pays as much as a warp with 32. `shared_wavefronts` and `global_sectors`: of loads and stores. `barriers`:
/// __syncthreads() that the block passed. `atomic_updates`: of global memory, once a lane; those of one address
/// take turns, whatever block they come from.
enum class CostKind : unsigned char { warp_steps, shared_wavefronts, global_sectors, barriers, atomic_updates };
inline constexpr std::string_view kCostKindNames[] = {"warp_steps", "shared_wavefronts", "global_sectors",
                                                      "barriers", "atomic_updates"};

/// Entry p is what was paid after p steps, so there is one more than steps; the last one is what the whole block
/// pays. What came before the first step is in entry 0. Barriers are recorded for the whole block and not by step:
/// between its first and its last step as a textbook counts them they are spread evenly. Empty where the trace has
/// no such block, or no record of its memory requests.
std::vector<std::uint64_t> paid_by_step(const Trace& trace, std::uint64_t block, CostKind kind);

/// Its last entry, or 0 where it is empty.
std::uint64_t paid_in_all(const Trace& trace, std::uint64_t block, CostKind kind);

}  // namespace lanescope
