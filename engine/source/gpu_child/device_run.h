// One launch of a compiled kernel on the first GPU, then the launches that are timed.
#pragma once

#include "engine/source/gpu_child/driver.h"
#include "engine/source/gpu_child/nvrtc.h"
#include "engine/source/nvrtc/gpu_job.h"

namespace lanescope {

/// A launch that was not done in time. The GPU is still at it, so nothing more can be asked of it.
struct StillRunning {};
/// The arrays do not fit.
struct TooLittleMemory {
  std::uint64_t wanted_bytes, free_bytes;
};

/// `memory`: of the arrays, which are copied in and those that are written out. Puts resources and times into the
/// answer. Throws CudaFailure, StillRunning, TooLittleMemory.
void run_on_device(const Driver& cuda, const CompiledCode& code, const GpuJob& job, char* memory,
                   GpuAnswer& answer);

}  // namespace lanescope
