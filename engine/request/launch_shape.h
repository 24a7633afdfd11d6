// The launch shape of kernels that choose it themselves, from N and the device. The rule knows no sizes of one GPU:
//
//   a thread takes four 16-byte vectors at a time, so N elements of b bytes are work for N b / 64 threads;
//   up to 256 threads: one block of 256, the smallest that keeps its loads in flight and its tail of warps short;
//   up to 1024 threads: one block, because handing results over costs more than a block's other warps;
//   up to two blocks of 256 an SM: blocks of 256, one tile each, so that the work spreads over all SMs;
//   beyond: blocks of 512, at most as many as the SMs hold at once, each striding through the input.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/base/quotient.h"

namespace lanescope {

struct DeviceShape {
  unsigned sm_count = 132;  ///< where there is no GPU: as on an NVIDIA H200
  unsigned threads_per_sm = 2048;
};

struct LaunchShape {
  unsigned block_dim = 256;
  std::uint64_t grid_dim = 1;
};

/// Blocks with one tile each.
constexpr std::uint64_t tiles_of(std::uint64_t n, unsigned element_bytes, unsigned block_dim) {
  constexpr unsigned kBytesPerThread = 64;
  const std::uint64_t elements =
      std::max<std::uint64_t>(1, std::uint64_t{block_dim} * kBytesPerThread / element_bytes);
  return std::max<std::uint64_t>(1, quotient_up(n, elements));
}

/// The grid where blockDim is given: a tile each, and no more blocks than the SMs hold at once.
constexpr std::uint64_t grid_shape(std::uint64_t n, unsigned element_bytes, unsigned block_dim,
                                   const DeviceShape& device) {
  constexpr unsigned kMaxBlocksPerSm = 32;
  const std::uint64_t resident =
      std::uint64_t{device.sm_count} * std::min(device.threads_per_sm / block_dim, kMaxBlocksPerSm);
  return std::min(tiles_of(n, element_bytes, block_dim), std::max<std::uint64_t>(resident, 1));
}

constexpr LaunchShape launch_shape(std::uint64_t n, unsigned element_bytes, const DeviceShape& device) {
  const auto blocks_of = [&](unsigned block_dim) { return tiles_of(n, element_bytes, block_dim); };
  if (blocks_of(256) == 1) return {256, 1};
  if (blocks_of(1024) == 1) return {1024, 1};
  if (blocks_of(256) <= 2 * std::uint64_t{device.sm_count}) return {256, blocks_of(256)};
  return {512, grid_shape(n, element_bytes, 512, device)};
}

}  // namespace lanescope
