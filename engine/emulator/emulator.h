// Runs a kernel of the ladder on the CPU and records what its lanes do. Blocks are spread over the cores; result
// and trace are the same on every machine.
#pragma once

#include "engine/input/input.h"
#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"
#include "engine/trace/trace.h"

namespace lanescope {

struct EmulatedRun {
  Reduced result;  ///< in the request's type
  Trace trace;     ///< no histories with Detail::none
};

/// `launch` is launch_config(request); the addresses of request.block are kept with Detail::full.
/// Throws Cancelled, or Error(failed) where the kernel reads out of bounds or waits for ever.
EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress);

/// Runs request.block alone, following every value; where it reads the partial sums of other blocks, these run
/// before it. Throws as emulate.
CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress);

}  // namespace lanescope
