// How much memory there is, and the refusal of what would not fit: asked before anything is allocated, because a
// system that runs out of memory ends the program without a word.
#pragma once

#include <cstdint>

#include "engine/base/sentence.h"
#include "engine/request/request.h"

namespace lanescope {

/// Bytes that the system can still give, within the limit of the program's control group.
double available_memory_bytes();

/// Bytes of host memory that a run takes at its peak: the input, and what grows with N or the number of blocks.
double host_bytes_of(const RunRequest& request, const LaunchConfig& launch, bool on_gpu);

/// Throws Error(usage) where `what`, "an input" or the like, of `n` elements takes more than there is.
void require_memory(double bytes, std::uint64_t n, const Sentence& what);

/// Gives the system back what was freed. Runs come and go in large pieces between small ones that stay, so an allocator
/// would keep most of it. Takes milliseconds.
void release_freed_memory();

}  // namespace lanescope
