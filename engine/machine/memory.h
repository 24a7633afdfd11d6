// How much memory there is, and a refusal if a run would not fit. Checked before anything is allocated, because a
// system that runs out of memory kills the program without a message.
#pragma once

#include <cstdint>

#include "engine/base/sentence.h"
#include "engine/request/request.h"

namespace lanescope {

/// Bytes that the system can still give, within the limit of the program's control group.
double available_memory_bytes();

/// Bytes of host memory that a run takes at its peak: the input, and what grows with N or the number of blocks.
/// `launch` is its first. On the emulator all buffers of its plan are in host memory.
double host_bytes_of(const RunRequest& request, const LaunchConfig& launch, bool on_gpu);

/// Bytes of GPU memory that the arrays of a run take at their peak: all buffers of its plan, the input twice where
/// a launch destroys it, and, where launches are recorded, a copy of the buffers of one.
double device_bytes_of(const RunRequest& request, const LaunchConfig& launch);

/// Throws Error(usage) if `what` ("an input", for example) of `n` elements takes more memory than there is.
void require_memory(double bytes, std::uint64_t n, const Sentence& what);

/// Gives the system back what was freed. Runs allocate large pieces between small ones that stay, so the allocator
/// would otherwise keep most of what is freed. Takes milliseconds.
void release_freed_memory();

}  // namespace lanescope
