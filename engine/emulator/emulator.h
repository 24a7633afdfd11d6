// Runs a kernel of the ladder on the CPU and records what its lanes do. Blocks are spread over the cores; result
// and trace are the same on every machine.
#pragma once

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"
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

/// Runs request.block of a launch alone on what that launch reads, following every value; where it reads the partial
/// sums of other blocks, these run before it. Throws Cancelled, or Error(failed) where that block has a finding.
CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress);

}  // namespace lanescope
