// lanescope verify FILE.cu --counters: what the GPU's hardware counts of a user's kernel beside what the emulator
// counts.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// Returns the exit code: 1 if a total differs. Options are those that the files state.
int verify_own_counters(const std::vector<std::string>& kernels, bool json);

/// What that starts under ncu: each launch once, on the GPU.
int launch_own_counted(const std::vector<std::string>& kernels);

}  // namespace lanescope
