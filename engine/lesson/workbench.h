// Runs the launches that a lesson asks about, each once. Knows nothing of questions.
#pragma once

#include <vector>

#include "engine/base/progress.h"
#include "engine/run.h"

namespace lanescope {

class Workbench {
 public:
  explicit Workbench(Progress& progress) : progress_(progress) {}

  /// The run of the launch: its traces, where they are needed; otherwise only what follows from the request. Throws
  /// Error, or Cancelled.
  const Run& run_of(const RunRequest& request, bool with_trace);

 private:
  Progress& progress_;
  std::vector<std::unique_ptr<Run>> runs_;
};

}  // namespace lanescope
