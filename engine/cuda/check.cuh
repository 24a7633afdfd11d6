// What is done with the answer of a CUDA call: a throwing check, and its non-throwing twin for destructors.
#pragma once

#include <cuda_runtime.h>

namespace lanescope {

/// Throws Error if `status` is not cudaSuccess. Its sentence says what failed (`doing`, as in "copying the input to
/// the GPU"), CUDA's error text, and what the user can do. If the error makes the CUDA context unusable,
/// gpu_health() remembers that.
void check(cudaError_t status, const char* doing);

/// The same for destructors, which must not throw: prints the error to standard error and goes on.
void check_noexcept(cudaError_t status, const char* doing) noexcept;

/// Errors of a launch: those of its configuration come at once, those of the kernel at the next synchronisation.
inline void check_launch(const char* doing) {
  check(cudaGetLastError(), doing);
}

}  // namespace lanescope
