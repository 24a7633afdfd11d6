// Where and when a block runs, as the GPU's special registers say.
#pragma once

#include <cstdint>

#include "engine/gpu_log/gpu_log.h"

namespace lanescope {

/// Begins with its construction and ends with finish(); every thread of the block does both.
class PlacementClock {
 public:
  __device__ PlacementClock() {
    asm("mov.u32 %0, %%smid;" : "=r"(placement_.sm_id));
    placement_.start_ns = now_ns();
  }

  /// When all threads have come here, `writes`, one of them, notes it for `block`.
  __device__ void finish(const PlacementTable& table, std::uint64_t block, bool writes) {
    __syncthreads();
    placement_.end_ns = now_ns();
    if (writes) table.placements[block] = placement_;
  }

 private:
  __device__ static std::uint64_t now_ns() {
    std::uint64_t time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time) : : "memory");
    return time;
  }

  LoggedPlacement placement_;
};

}  // namespace lanescope
