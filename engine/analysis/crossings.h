// Where values cross from warp to warp inside a block: reads of what a thread of another warp wrote. Between the
// two there must be a barrier, and without it this is what goes wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

struct Crossing {
  std::uint32_t reader = 0, writer = 0;  ///< threads of the block, in two warps
  std::uint32_t written_step = 0;        ///< the step after which the value was there
  std::uint64_t offset = 0;              ///< bytes into the array

  std::uint32_t writer_warp() const { return writer / kWarpSize; }
};

/// For each step the first read, by thread, of what another warp wrote in an earlier step; of several writers the
/// latest counts. Empty where the step reads nothing of another warp. Only arrays that the block itself writes can
/// have any.
using Crossings = Repeating<std::optional<Crossing>>;
Crossings crossings(const KeptAddresses& block, std::size_t steps);

}  // namespace lanescope
