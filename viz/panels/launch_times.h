// Times of launches that differ from the active variant's in one parameter, kept until the launch or what is known
// changes.
#pragma once

#include <cstddef>
#include <map>

#include "viz/model/model.h"
#include "viz/views/sweep/sweep_data.h"

namespace lanescope {

class LaunchTimes {
 public:
  /// Without dots where no GPU has timed such launches.
  const SweepLine& line(const Model& model, SweepChart chart);

 private:
  RunRequest request_;
  std::size_t known_ = 0;  // of the model, when these were looked up
  std::map<SweepChart, SweepLine> lines_;
};

}  // namespace lanescope
