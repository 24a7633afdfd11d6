// A user's file as NVRTC compiles it: its kernels and what they call, without the functions of the host.
#pragma once

#include "engine/request/own_kernel.h"
#include "engine/source/nvrtc/gpu_job.h"

namespace lanescope {

/// Text, kernel and headers of a job: those beside the file, and what CUDA's compiler has without being asked.
GpuJob device_unit(const OwnKernel& kernel);

}  // namespace lanescope
