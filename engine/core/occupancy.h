// How many blocks an SM holds at once: the least that its threads, its blocks, its shared memory and its registers
// allow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lanescope {

/// One GPU's SMs. The numbers that stand here are those of an NVIDIA H200 (compute capability 9.0).
struct SmLimits {
  unsigned sm_count = 132;
  unsigned threads = 2048;
  unsigned blocks = 32;
  std::uint64_t shared_bytes = 233472;         ///< 228 KiB
  std::uint64_t shared_bytes_reserved = 1024;  ///< of each block, by the system
  unsigned registers = 65536;
};

struct BlockNeeds {
  unsigned threads = 1;
  std::uint64_t shared_bytes = 0;
  std::optional<unsigned> registers_per_thread = std::nullopt;  ///< not counted where they are not known
};

/// Blocks of one SM at once. Threads count in whole warps, shared memory in pieces of 128 bytes, and the registers
/// of a warp in pieces of 256.
constexpr unsigned resident_blocks(const SmLimits& sm, const BlockNeeds& block) {
  const unsigned warps = (block.threads + 31) / 32;
  const std::uint64_t shared = (block.shared_bytes + 127) / 128 * 128 + sm.shared_bytes_reserved;
  std::uint64_t most = std::min<std::uint64_t>(sm.blocks, sm.threads / 32 / std::max(1u, warps));
  most = std::min(most, sm.shared_bytes / shared);
  if (block.registers_per_thread) {
    const unsigned of_warp = (*block.registers_per_thread * 32 + 255) / 256 * 256;
    most = std::min<std::uint64_t>(most, sm.registers / std::max(1u, of_warp * warps));
  }
  return static_cast<unsigned>(most);
}

}  // namespace lanescope
