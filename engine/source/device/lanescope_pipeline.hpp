// cuda_pipeline.h: copies into shared memory that are done at once, by the thread that asks for them.
#pragma once

#include "lanescope_cuda.hpp"

/// What is not copied of `bytes` is zeros.
LANESCOPE_INLINE void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes,
                                              std::size_t zeros = 0) {
  if (zeros == 0 && bytes == 16) {
    *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
    return;
  }
  if (zeros == 0 && bytes == 8) {
    *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
    return;
  }
  for (std::size_t i = 0; i < bytes / 4; ++i)
    static_cast<unsigned*>(to)[i] = 4 * i + zeros < bytes ? static_cast<const unsigned*>(from)[i] : 0u;
}
LANESCOPE_INLINE void __pipeline_commit() {}
LANESCOPE_INLINE void __pipeline_wait_prior(std::size_t) {}
