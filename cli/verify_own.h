// lanescope verify FILE.cu: whether a user's kernel is right in many launches, on the emulator or on
// a GPU.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// Returns the exit code. Options are those that the files state. `backend`: "emulator", "cuda", or empty for the
/// emulator.
int verify_own_kernels(const std::vector<std::string>& kernels, const std::string& backend, bool json);

}  // namespace lanescope
