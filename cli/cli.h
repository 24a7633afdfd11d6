// The command line: reads the arguments, does the job, and returns the exit code.
#pragma once

#include "cli/window_port.h"

namespace lanescope {

/// Never throws. Results go to standard output, everything else to standard error. Exit codes: 0 good; 1 the run
/// failed or its result is wrong; 2 bad usage; 3 that back end is not available here.
int cli_main(int argc, char** argv, WindowPort& port);

}  // namespace lanescope
