// What is done with the answer of a CUDA call: a throwing check, and its non-throwing twin for destructors.
#pragma once

#include <cuda_runtime.h>

namespace lanescope {

/// Throws Error with one sentence: the call, what CUDA says, and what to do about it. `doing` is the call in words,
/// as in "copying the input to the GPU". An error that ends the GPU's use for this process is noted in
/// gpu_health().
void check(cudaError_t status, const char* doing);

/// The same for destructors: an error is told on standard error, once, and forgotten.
void check_noexcept(cudaError_t status, const char* doing) noexcept;

/// Errors of a launch: those of its configuration come at once, those of the kernel at the next synchronisation.
inline void check_launch(const char* doing) {
  check(cudaGetLastError(), doing);
}

}  // namespace lanescope
