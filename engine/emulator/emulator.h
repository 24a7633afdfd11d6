// Runs a kernel of the ladder on the CPU and records what its lanes do. Blocks are spread over the cores; result
// and trace are the same on every machine.
#pragma once

#include "engine/base/progress.h"
#include "engine/input/input.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"
#include "engine/trace/finding.h"
#include "engine/trace/trace.h"

namespace lanescope {

struct EmulatedRun {
  Reduced result;  ///< in the request's type
  Trace trace;     ///< no histories with Detail::none
  std::vector<Finding> findings{};  ///< what the kernel does wrong; result and trace say nothing then
};

/// `launch` is launch_config(request); the addresses of request.block are kept with Detail::full.
/// Throws Cancelled.
EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress);

/// Runs request.block alone, following every value; where it reads the partial sums of other blocks, these run
/// before it. Throws Cancelled, or Error(failed) where that block has a finding.
CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress);

}  // namespace lanescope
