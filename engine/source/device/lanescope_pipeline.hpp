// cuda_pipeline.h: copies into shared memory that are done at once, by the thread that asks for them.
#pragma once

#include "lanescope_cuda.hpp"

/// What is not copied of `bytes` is zeros.
LANESCOPE_INLINE void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes,
                                              std::size_t zeros = 0) {
  lanescope_asm::copy(static_cast<char*>(to), static_cast<const char*>(from), static_cast<unsigned>(bytes),
                      static_cast<unsigned>(zeros < bytes ? bytes - zeros : 0));
}
LANESCOPE_INLINE void __pipeline_commit() {}
LANESCOPE_INLINE void __pipeline_wait_prior(std::size_t) {}
