// What one memory request of a warp costs: 32-byte sectors of global memory, or wavefronts of shared memory.
#pragma once

#include <cstdint>

#include "engine/trace/trace.h"

namespace lanescope {

inline constexpr unsigned kSectorBytes = 32;
inline constexpr unsigned kBanks = 32;
inline constexpr unsigned kBankBytes = 4;

/// Distinct 32-byte sectors that the lanes touch. `offsets` are byte offsets of `lanes` elements into an array
/// that begins on a sector boundary (cudaMalloc aligns to 256 bytes).
unsigned sectors_touched(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// Passes through the 32 banks of 4 bytes that serve the lanes: the largest number of different words that one bank
/// must deliver. Lanes that read the same word share it (broadcast). Elements wider than a word are served
/// 128 bytes of lanes at a time.
unsigned shared_wavefronts(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// Transactions of a request of this kind. Atomics count the sectors that they update.
unsigned transactions_of(AccessKind kind, const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

}  // namespace lanescope
