#include "viz/panels/launch_times.h"

namespace lanescope {

const SweepLine& LaunchTimes::line(const Model& model, SweepChart chart) {
  if (request_ != model.view().request() || known_ != model.runs_shown()) {
    request_ = model.view().request();
    known_ = model.runs_shown();
    lines_.clear();
  }
  const auto found = lines_.find(chart);
  if (found != lines_.end()) return found->second;
  return lines_[chart] = launch_times(request_, chart, model.sweeps(), model.surroundings());
}

}  // namespace lanescope
