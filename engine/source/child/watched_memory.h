// Which memory is checked besides the arrays that a kernel is given: the block's shared arrays and the file's
// variables.
#pragma once

#include "engine/source/child/shadow_memory.h"
#include "engine/source/job.h"

namespace lanescope {

/// `begin`: of the thread-local memory.
void watch_shared(ShadowMemory& memory, const KernelJob& job, std::uintptr_t begin);

/// `base`: of the library.
void watch_variables(ShadowMemory& memory, const KernelJob& job, std::uintptr_t base);

}  // namespace lanescope
