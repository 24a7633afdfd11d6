// Kernels that users bring: made known to the program, and run on the emulator in a process of their own.
#pragma once

#include <string>
#include <vector>

#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"

namespace lanescope {

/// Compiles a file of CUDA and makes its kernel one of the catalogue's, whose id are the words. The workload says
/// what its arrays are and what its result is judged by. Throws as compile_own_kernel().
const KernelInfo& load_own_kernel(const std::string& words, Workload workload, Progress& progress);

struct OwnRun {
  EmulatedRun emulated;
  std::vector<std::string> printed;  ///< lines
};

/// As emulate(), of a kernel that a user brought. Whatever the kernel does, this returns or throws: Error where its
/// process cannot be had or answers nothing, Cancelled.
OwnRun run_own_kernel(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                      Progress& progress);

}  // namespace lanescope
