// The launch shape of kernels that choose it themselves, from N and the device. The rule knows no sizes of one GPU:
//
//   a thread takes four 16-byte vectors at a time, so N elements of b bytes are work for N b / 64 threads;
//   up to 1024 threads: one block of as few as will do, because handing results over costs more than a block's
//   other warps; then blocks of 256; from a quarter as many blocks of 128 as SMs on those, up to half as many; then
//   of 256, up to two an SM; then of 512; a tile a block, and from a quarter as many blocks as SMs on one block
//   more, which only collects the others' results; at most as many blocks as the SMs hold at once, each striding
//   through the input.
//
// The block that only collects waits in its loop long before the last of the others is done. With it a sum of 2^20
// floats takes 3.5 us on an H200, and 3.8 without (docs/times.md).
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

/// Whether so many blocks are worth one more that only collects.
constexpr bool wants_collector(std::uint64_t tiles, const DeviceShape& device) {
  return 4 * (tiles + 1) >= device.sm_count;
}

/// The grid where blockDim is given.
constexpr std::uint64_t grid_shape(std::uint64_t n, unsigned element_bytes, unsigned block_dim,
                                   const DeviceShape& device) {
  constexpr unsigned kMaxBlocksPerSm = 32;
  const std::uint64_t resident =
      std::uint64_t{device.sm_count} * std::min(device.threads_per_sm / block_dim, kMaxBlocksPerSm);
  const std::uint64_t tiles = tiles_of(n, element_bytes, block_dim);
  const std::uint64_t blocks = tiles > 1 && wants_collector(tiles, device) ? tiles + 1 : tiles;
  return std::min(blocks, std::max<std::uint64_t>(resident, 1));
}

constexpr LaunchShape launch_shape(std::uint64_t n, unsigned element_bytes, const DeviceShape& device) {
  const auto tiles = [&](unsigned block_dim) { return tiles_of(n, element_bytes, block_dim); };
  const auto of = [&](unsigned block_dim) -> LaunchShape {
    return {block_dim, grid_shape(n, element_bytes, block_dim, device)};
  };
  for (const unsigned block_dim : {128u, 256u, 512u, 1024u}) {
    if (tiles(block_dim) == 1) return of(block_dim);
  }
  if (wants_collector(tiles(128), device) && 2 * tiles(128) <= device.sm_count) return of(128);
  if (tiles(256) <= 2 * std::uint64_t{device.sm_count}) return of(256);
  return of(512);
}

}  // namespace lanescope
