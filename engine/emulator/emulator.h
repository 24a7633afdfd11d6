// Runs a kernel of the ladder on the CPU and records what its lanes do. Blocks are spread over the cores; result
// and trace are the same on every machine.
#pragma once

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/request/request.h"
#include "engine/trace/finding.h"
#include "engine/trace/trace.h"
#include "engine/trace/traced_launch.h"

namespace lanescope {

struct EmulatedRun {
  Reduced result;                      ///< in the request's type
  std::vector<TracedLaunch> launches;  ///< in their order
  std::vector<Finding> findings{};     ///< what the kernel does wrong; result and traces say nothing then
};

/// `launch` is launch_config(request), with which the launches begin; with Detail::full each keeps the addresses of
/// its kept_block(). Throws Cancelled.
EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress);

/// Whether what the run's lanes do follows from its launches alone, whatever the elements are.
bool has_alike_blocks(const RunRequest& request);

/// The traces that emulate() would give for such a run, from a few blocks of each launch: neither time nor memory
/// grows with N. What the launches read is left empty. Throws Cancelled, or Error(failed) where a block has a
/// finding.
std::vector<TracedLaunch> emulate_traces(const RunRequest& request, const LaunchConfig& launch, Progress& progress);

}  // namespace lanescope
