// The kernels that find out what the GPU can do at most: read, and multiply and add. They stand apart from what measures them,
// which needs no device compiler.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "engine/cuda/cuda_bench.h"

namespace lanescope {

/// Reads `count` words of 16 bytes with `loads` of a thread in flight together (1, 4 or 8), and keeps nothing.
/// `sink` is null: the compiler cannot know that, so it keeps the loads.
void launch_read(const uint4* words, std::size_t count, unsigned* sink, std::uint64_t grid_dim, unsigned block_dim,
                 unsigned loads, cudaStream_t stream);

inline constexpr unsigned kMultiplyAdds = 4096;  ///< of each chain

/// As many chains of them as `limit` says, which need nothing but registers: several a thread, so that one does not
/// wait for the one before.
void launch_multiply_adds(const ComputeLimit& limit, cudaStream_t stream);

}  // namespace lanescope
