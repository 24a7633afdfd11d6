// The memory requests of one warp or one block at one step, and what they cost, computed from the addresses that
// the trace keeps for a block. Summed over its warps they equal the step's metrics.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

/// Global memory is moved in sectors, shared memory in wavefronts.
enum class MemorySpace { global, shared };

/// Nothing for atomics of shared memory: how many wavefronts they take is not documented.
constexpr std::optional<MemorySpace> space_of(AccessKind kind) {
  if (kind == AccessKind::shared_atomic) return std::nullopt;
  return is_shared(kind) ? MemorySpace::shared : MemorySpace::global;
}

/// A step's index, or the time before the first step.
inline constexpr std::int32_t kBeforeFirstStep = -1;

/// One request, or the sum of several. `wasted_bytes`: bytes of the sectors that no lane asked for; 0 in shared
/// memory.
struct RequestCost {
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;  ///< sectors or wavefronts
  std::uint64_t beyond = 0;        ///< wavefronts that are bank conflicts
  std::uint64_t used_bytes = 0;    ///< asked for by some lane, counted once per request
  std::uint64_t moved_bytes = 0;   ///< of the sectors; 0 in shared memory

  std::uint64_t wasted_bytes() const { return moved_bytes == 0 ? 0 : moved_bytes - used_bytes; }
  RequestCost& operator+=(const RequestCost& other);
  bool operator==(const RequestCost&) const = default;
};

/// The lanes' offsets, one for each bit of the mask, and the width of what each asks for.
struct RequestBytes {
  const std::uint64_t* offsets = nullptr;
  unsigned lanes = 0;
  unsigned element_bytes = 4;
};
RequestBytes bytes_of(const Trace& trace, const BlockAddresses& block, const Request& request);
RequestCost cost_of(const Trace& trace, const BlockAddresses& block, const Request& request);

/// In the order of execution; without `warp`, of all warps, one warp after another.
std::vector<const Request*> requests_of(const BlockAddresses& block, MemorySpace space, std::int32_t step,
                                        std::optional<std::uint32_t> warp = std::nullopt);

/// Of all warps together.
RequestCost cost_of_step(const Trace& trace, const BlockAddresses& block, MemorySpace space, std::int32_t step);

/// Whether any request of the block moves bytes of global memory that none of its lanes asked for.
bool wastes_bytes(const Trace& trace, const BlockAddresses& block);

/// How many lanes update each element of shared memory atomically at one step, of one warp or of all warps. Lanes
/// on one element take turns.
std::map<std::uint64_t, unsigned> shared_updates(const Trace& trace, const BlockAddresses& block, std::int32_t step,
                                                 std::optional<std::uint32_t> warp = std::nullopt);

/// The nearest step at which the block has such requests (the earlier of two that are equally near); nothing if it
/// has none at all.
std::optional<std::int32_t> nearest_step_with(const KeptAddresses& block, MemorySpace space, std::int32_t step);

}  // namespace lanescope
