// How many blocks an SM holds at once: the smallest number that its threads, blocks, shared memory and registers
// allow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/quotient.h"

namespace lanescope {

/// One GPU's SMs. The numbers that stand here are those of an NVIDIA H200 (compute capability 9.0).
struct SmLimits {
  unsigned sm_count = 132;
  unsigned threads = 2048;
  unsigned blocks = 32;
  std::uint64_t shared_bytes = 233472;         ///< 228 KiB
  std::uint64_t shared_bytes_reserved = 1024;  ///< per block, by the system
  unsigned registers = 65536;
  unsigned shared_unit = 128;  ///< bytes; shared memory is allocated in multiples of this
};

struct BlockNeeds {
  unsigned threads = 1;
  std::uint64_t shared_bytes = 0;
  std::optional<unsigned> registers_per_thread = std::nullopt;  ///< not counted where they are not known
};

/// The limits of an SM that can keep another block from it.
enum class OccupancyLimit { threads, blocks, shared_memory, registers };
inline constexpr OccupancyLimit kOccupancyLimits[] = {OccupancyLimit::threads, OccupancyLimit::blocks,
                                                      OccupancyLimit::shared_memory, OccupancyLimit::registers};
inline constexpr std::string_view kOccupancyLimitNames[] = {"threads", "blocks", "shared memory", "registers"};

constexpr std::string_view name_of(OccupancyLimit limit) {
  return kOccupancyLimitNames[static_cast<int>(limit)];
}

/// Warps of a block; the last one counts as a whole warp even if it is not full.
constexpr unsigned warps_of(unsigned threads) {
  return (threads + 31) / 32;
}

/// Blocks per SM at once that this limit alone would allow; nothing if the block needs none of it, or if its need
/// is not known. Threads count in whole warps and shared memory in pieces of `shared_unit`. The registers of a
/// warp count in pieces of 256, and each quarter of the SM, which runs a quarter of the warps, has a quarter of
/// them. A block whose warps, rounded up to four, need more than an SM has is never resident (CUDA,
/// cuda_occupancy.h).
constexpr std::optional<unsigned> allowed_blocks(const SmLimits& sm, const BlockNeeds& block,
                                                 OccupancyLimit limit) {
  constexpr unsigned kQuarters = 4, kRegisterUnit = 256;
  const unsigned warps = std::max(1u, warps_of(block.threads));
  switch (limit) {
    case OccupancyLimit::threads:
      return sm.threads / 32 / warps;
    case OccupancyLimit::blocks:
      return sm.blocks;
    case OccupancyLimit::shared_memory: {
      const std::uint64_t bytes = block.shared_bytes + sm.shared_bytes_reserved;
      if (bytes == 0) return std::nullopt;
      const std::uint64_t given = quotient_up(bytes, sm.shared_unit) * sm.shared_unit;
      return static_cast<unsigned>(sm.shared_bytes / given);
    }
    case OccupancyLimit::registers: {
      if (block.registers_per_thread.value_or(0) == 0) return std::nullopt;
      const unsigned of_warp = quotient_up(*block.registers_per_thread * 32, kRegisterUnit) * kRegisterUnit;
      const unsigned whole_quarters = quotient_up(warps, kQuarters) * kQuarters;
      if (of_warp * whole_quarters > sm.registers) return 0;
      return sm.registers / kQuarters / of_warp * kQuarters / warps;
    }
  }
  return std::nullopt;
}

/// Blocks per SM at once: the smallest of those numbers.
constexpr unsigned resident_blocks(const SmLimits& sm, const BlockNeeds& block) {
  unsigned least = sm.blocks;
  for (const OccupancyLimit limit : kOccupancyLimits)
    least = std::min(least, allowed_blocks(sm, block, limit).value_or(least));
  return least;
}

/// How a launch fills the SMs of a GPU.
struct Occupancy {
  std::optional<unsigned> allowed[std::size(kOccupancyLimits)];  ///< blocks an SM, by OccupancyLimit
  unsigned blocks_per_sm = 0;                                    ///< resident at once: the least of them
  unsigned warps_per_sm = 0, most_warps = 0;                     ///< resident, and what an SM could hold
  std::uint64_t resident = 0;  ///< blocks on the device at once, if there were as many
  std::uint64_t blocks = 0;    ///< of the grid
  unsigned idle_sms = 0;       ///< SMs that never get a block

  /// Resident warps divided by the most that an SM can hold: 0 to 1.
  double share() const { return most_warps ? static_cast<double>(warps_per_sm) / most_warps : 0; }
  /// Whether this limit allows no more than are resident. Several may.
  bool binds(OccupancyLimit limit) const { return allowed[static_cast<int>(limit)] == blocks_per_sm; }
  /// How many waves of blocks fill the device; the last one may be partial.
  std::uint64_t waves() const { return resident ? quotient_up(blocks, resident) : 0; }
};

constexpr Occupancy occupancy_of(const SmLimits& sm, const BlockNeeds& block, std::uint64_t grid_dim) {
  Occupancy found;
  for (const OccupancyLimit limit : kOccupancyLimits)
    found.allowed[static_cast<int>(limit)] = allowed_blocks(sm, block, limit);
  found.blocks_per_sm = resident_blocks(sm, block);
  found.most_warps = sm.threads / 32;
  found.warps_per_sm = found.blocks_per_sm * warps_of(block.threads);
  found.resident = std::uint64_t{found.blocks_per_sm} * sm.sm_count;
  found.blocks = grid_dim;
  found.idle_sms = grid_dim < sm.sm_count ? sm.sm_count - static_cast<unsigned>(grid_dim) : 0;
  return found;
}

}  // namespace lanescope
