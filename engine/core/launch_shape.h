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

namespace lanescope {

struct DeviceShape {
  unsigned sm_count = 132;  ///< where there is no GPU: as on an NVIDIA H200
  unsigned threads_per_sm = 2048;
};

struct LaunchShape {
  unsigned block_dim = 256;
  std::uint64_t grid_dim = 1;
};

constexpr LaunchShape launch_shape(std::uint64_t n, unsigned element_bytes, const DeviceShape& device) {
  constexpr unsigned kBytesPerThread = 64;
  const auto blocks_of = [&](unsigned block_dim) {
    const std::uint64_t elements = std::uint64_t{block_dim} * kBytesPerThread / element_bytes;
    return std::max<std::uint64_t>(1, n / elements + (n % elements != 0));
  };
  if (blocks_of(256) == 1) return {256, 1};
  if (blocks_of(1024) == 1) return {1024, 1};
  if (blocks_of(256) <= 2 * std::uint64_t{device.sm_count}) return {256, blocks_of(256)};
  return {512,
          std::min<std::uint64_t>(blocks_of(512), std::uint64_t{device.sm_count} * (device.threads_per_sm / 512))};
}

}  // namespace lanescope
