// What the emulator and the GPU recorder know about one launch of a run.
#pragma once

#include "engine/input/input.h"
#include "engine/request/request.h"
#include "engine/trace/block_values.h"
#include "engine/trace/trace.h"

namespace lanescope {

struct TracedLaunch {
  LaunchConfig launch;
  Input input;              ///< what the launches before left it; empty in the first one, which has the run's input
  Trace trace;              ///< no histories with Detail::none
  BlockValues values = {};  ///< of its kept block, where it is small; nothing on a GPU
};

}  // namespace lanescope
