// Whole programs that users bring, compiled by nvcc and run on a GPU in a process of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/source/job.h"

namespace lanescope {

struct GpuProgramLaunch {
  ProgramLaunch launch;                ///< without a trace, and its name as nvcc has it: "reduce<256>"
  std::optional<double> time_us = {};  ///< of the launch alone, once; none in a stream that was captured
};

struct GpuProgramRun {
  std::vector<std::string> output;  ///< lines
  std::uint64_t lost_lines = 0;     ///< of it, for which there was no room
  std::vector<GpuProgramLaunch> launches = {};
  std::uint64_t unlisted_launches = 0;  ///< behind those
  int exit_code = 0;
};

/// Builds the file of the request's kernel, unchanged, and runs its main(). It may read the files beside the source
/// and those of the system, and write none; where the system cannot see to that, it runs only if the request trusts
/// it. Throws SourceError for what nvcc has against the file; Error: unavailable without nvcc, or where a program
/// cannot be confined; failed if it ends by a signal or runs for too long; Cancelled.
GpuProgramRun run_program_on_gpu(const RunRequest& request, Progress& progress);

/// The launches that a program's process told of: a line each, "kernel grid.x .y .z block.x .y .z bytes us", and a
/// number of those that it did not list, which is added to `unlisted`. Throws Error(failed) for anything else.
std::vector<GpuProgramLaunch> launches_in(const std::string& told, std::uint64_t& unlisted);

}  // namespace lanescope
