// Runs as text that a person likes to read, shared by the subcommands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run.h"

namespace lanescope {

/// "1 run", "2 runs".
std::string count_with_noun(std::uint64_t count, std::string_view noun);

/// "sum of 2^20 float32, uniform (seed 1)".
std::string input_text(const RunRequest& request);

/// "sum of 2^20 float32, uniform (seed 1), grid 2048 x block 256".
std::string launch_text(const Run& run);

/// ", launch 2 of 3"; empty if there is only one.
std::string looked_at_text(const Run& run);
/// "emulated on CPU emulator", "measured on NVIDIA H200".
std::string provenance_text(const Provenance& provenance);

/// GFLOP/s, counting the operations of a sequential program, for workloads whose arithmetic matters; not for
/// reductions, whose bandwidth says the same.
std::optional<double> shown_gflops(const LaunchConfig& launch, const Timing& timing);

/// "12.34 us, 567.8 GB/s", and GFLOP/s if they are shown.
std::string timing_text(const LaunchConfig& launch, const Timing& timing);

/// Steps of the request's block, one row each, and their sums.
std::string block_text(const Run& run);

/// Every operation of the request's block in the order of execution, one row each: who combines what.
std::string additions_text(const Run& run);

/// What a user's kernel printed, with a line before it; empty if that is nothing.
std::string printed_text(const Run& run);
/// How many lines of what it printed are left out; empty if none is.
std::string lost_lines_text(const Run& run);

/// Kind and sentence of each, one line each.
std::string finding_lines(const std::vector<Finding>& findings);

/// Totals of the grid, one line each.
std::string totals_text(const Run& run);

/// What the compiler made of each step's condition, and the source of that record.
std::string compiled_text(const Run& run);

/// One row per run: result, error, steps, totals, and times if any run has them.
std::string comparison_text(const std::vector<Run>& runs);

/// How a kernel that is not judged was launched and called, as options that make that again; empty for others.
std::string unjudged_launch_text(const RunRequest& request);

}  // namespace lanescope
