// lanescope verify FILE.cu: whether a user's kernel is right in many launches, on the emulator.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// Returns the exit code. Options are those that the files state.
int verify_own_kernels(const std::vector<std::string>& kernels, bool json);

}  // namespace lanescope
