// Times sorted by what can be compared: one problem, one method, one GPU.
#pragma once

#include <string>
#include <vector>

#include "viz/views/shared/times.h"

namespace lanescope {

/// Runs of which it means something that one is faster. Those without a time stand with their problem's.
struct TimeGroup {
  std::string
      name;  ///< "N 4,194,304 · sum · float32"; of several groups of one problem with where their times are from
  std::vector<TimedRun> runs;
};

/// timed_runs(), each group in their order, and the groups in the order of their first.
std::vector<TimeGroup> time_groups(const ViewInput& input);

}  // namespace lanescope
