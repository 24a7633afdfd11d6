// Times grouped by what can be compared: same problem, same method, same GPU.
#pragma once

#include <string>
#include <vector>

#include "viz/views/shared/times.h"

namespace lanescope {

/// Runs whose times can be compared. Runs without a time are in the group of their problem.
struct TimeGroup {
  std::string
      name;  ///< "N 4,194,304 · sum · float32"; of several groups of one problem with where their times are from
  std::vector<TimedRun> runs;
};

/// The groups of timed_runs(): each in their order, and the groups in the order of their first run.
std::vector<TimeGroup> time_groups(const ViewInput& input);

}  // namespace lanescope
