// The options that say what to launch, with lists as values: every combination of them is a launch.
#pragma once

#include <string>
#include <vector>

#include "cli/words/arguments.h"
#include "cli/words/launch_options.h"
#include "engine/bench/sweep.h"

namespace lanescope {

class LaunchLists {
 public:
  /// Adds --n, --block, --tile, --coarse and --grid as lists, and the other options of LaunchOptions.
  void add_to(Arguments& arguments);

  /// Every combination for each kernel, with the reason if it is impossible. With several kernels, each takes only
  /// the options that it supports; a single kernel gets all of them, and refuses those that it does not support.
  /// Beside a kernel of a file all run on the emulator. Throws Error(usage).
  std::vector<SweepPoint> points(const std::vector<std::string>& kernels, Detail detail) const;

 private:
  SweepLists lists() const;
  /// Of a kernel of a file, which only the emulator runs.
  std::vector<SweepPoint> own_points(const std::string& kernel, SweepLists lists, Detail detail) const;

  LaunchOptions launch_;
  std::string n_, block_, tile_, coarse_, grid_;
};

/// Threads of a point's block, whether or not it was launched.
unsigned block_dim_of(const SweepPoint& point);

}  // namespace lanescope
