// lanescope verify --sanitizer: the findings of the emulator beside those of compute-sanitizer on a GPU.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct SanitizerOptions {
  std::vector<std::string> kernels;
  std::string recording;     ///< a table to compare instead of asking on this GPU; empty: ask
  std::string output;        ///< file to write the table to; empty: none
  std::string command_line;  ///< as typed, for the table
  bool json = false;
};

/// Returns the exit code: 1 if a difference is not explained.
int verify_sanitizer(const SanitizerOptions& options);

/// Makes one launch of the list on the GPU, for compute-sanitizer to watch; what goes wrong there is not said.
int launch_sanitized(const std::vector<std::string>& kernels, const std::string& index);

}  // namespace lanescope
