// What one memory request of a warp costs: 32-byte sectors of global memory, or wavefronts of shared memory.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

inline constexpr unsigned kSectorBytes = 32;
inline constexpr unsigned kBanks = 32;
inline constexpr unsigned kBankBytes = 4;

/// Distinct 32-byte sectors that the lanes touch. `offsets` are byte offsets of `lanes` elements into an array
/// that begins on a sector boundary (cudaMalloc aligns to 256 bytes).
unsigned sectors_touched(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// Passes through the 32 banks (4 bytes wide) that the lanes need: the largest number of different words that one
/// bank must deliver. Lanes that read the same word share it (broadcast), also where elements have several words.
unsigned shared_wavefronts(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// Those of them that are bank conflicts, as the hardware counts them: more than all banks together take for so
/// many different words. Of doubles that lie side by side two are needed, and none is one.
unsigned bank_conflicts(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// A sector that lanes touch, and the bytes of it that they ask for: one bit a byte, the first in the lowest bit.
struct SectorUse {
  std::uint64_t sector = 0;
  std::uint32_t bytes = 0;

  bool operator==(const SectorUse&) const = default;
};
/// What sectors_touched() counts, one by one, in rising order.
std::vector<SectorUse> sectors_used(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// One 4-byte word of a lane's element on its way through a bank. Lanes with the same word in the same wavefront
/// share it.
struct BankUse {
  unsigned place = 0;  ///< of the lane among those of the request, 0 first
  unsigned wavefront = 0;
  unsigned bank = 0;
  std::uint64_t word = 0;  ///< of the array

  bool operator==(const BankUse&) const = default;
};
/// The passes that shared_wavefronts() counts, word by word: a bank serves the words that lanes want from it in
/// the order of the lanes, one per wavefront. The number of passes is the hardware's; which word comes first is
/// not documented.
std::vector<BankUse> bank_uses(const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// The number of lanes on the element that the most lanes of the request ask for.
unsigned lanes_on_one_element(const std::uint64_t* offsets, unsigned lanes);

/// Transactions of a request of this kind. Atomics of global memory count the sectors that they update. Those of
/// shared memory count the lanes on their most wanted element, which have to take turns; how many wavefronts they
/// take is not documented.
unsigned transactions_of(AccessKind kind, const std::uint64_t* offsets, unsigned lanes, unsigned element_bytes);

/// What one request of this kind counts.
AccessCounts counts_of_request(AccessKind kind, const std::uint64_t* offsets, unsigned lanes,
                               unsigned element_bytes);

}  // namespace lanescope
