// lanescope verify --counters: the totals of the trace beside the hardware counters of the native build.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct CounterOptions {
  std::vector<std::string> kernels;
  std::string recording;     ///< a table to compare instead of counting on this GPU; empty: count
  std::string output;        ///< file to write the table to; empty: none
  std::string command_line;  ///< as typed, for the table
  bool json = false, csv = false;
  bool few = false;  ///< count a few launches of each kernel that coarsens
};

/// Returns the exit code: 1 if a difference is not explained.
int verify_counters(const CounterOptions& options);

/// Launches each native kernel once for ncu to count; prints nothing.
int launch_counted(const std::vector<std::string>& kernels, bool few);

}  // namespace lanescope
