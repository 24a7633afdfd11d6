// Runs with a user in front of the screen: progress on standard error when that is a terminal and the run takes
// more than half a second, and Ctrl+C ends the run, not the program in the middle of a file.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "engine/base/progress.h"
#include "engine/run.h"

namespace lanescope {

/// While it lives, Ctrl+C cancels `progress()`, and its fraction is shown behind `label`.
class ProgressWatch {
 public:
  explicit ProgressWatch(std::string label);
  ~ProgressWatch();
  ProgressWatch(const ProgressWatch&) = delete;
  ProgressWatch& operator=(const ProgressWatch&) = delete;

  Progress& progress() { return progress_; }

 private:
  void show();

  Progress progress_;
  std::string label_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread shower_;
};

/// lanescope::run under a ProgressWatch. What the result has to note goes to standard error.
Run run_watched(const RunRequest& request);

}  // namespace lanescope
