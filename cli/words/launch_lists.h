// The options that say what to launch where each parameter may be a list: every combination of them.
#pragma once

#include <string>
#include <vector>

#include "cli/words/arguments.h"
#include "cli/words/launch_options.h"
#include "engine/bench/sweep.h"

namespace lanescope {

class LaunchLists {
 public:
  /// --n, --block, --tile, --coarse and --grid as lists, and the options of LaunchOptions that are none.
  void add_to(Arguments& arguments);

  /// Every combination for each kernel, with the reason where it is none. Of several kernels each takes what it has
  /// to choose; a kernel that was named alone is asked for everything, and says no itself. Throws Error(usage).
  std::vector<SweepPoint> points(const std::vector<std::string>& kernels, Detail detail) const;

 private:
  SweepLists lists() const;

  LaunchOptions launch_;
  std::string n_, block_, tile_, coarse_, grid_;
};

/// Threads of a point's block, whether or not it was launched.
unsigned block_dim_of(const SweepPoint& point);

}  // namespace lanescope
