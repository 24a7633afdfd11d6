// Runs that a user watches: shows progress on standard error if that is a terminal and the run takes more than
// half a second, says there once, in any case, that a program cannot end in its time, and Ctrl+C cancels the run
// instead of killing the program in the middle of a file.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "engine/base/progress.h"
#include "engine/run.h"

namespace lanescope {

/// During its lifetime, Ctrl+C cancels `progress()`, and its fraction is shown after `label`.
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

/// run_settled() under a ProgressWatch. Notes on the result go to standard error.
Run run_watched(const RunRequest& request);
/// traces_settled() likewise.
Run traces_watched(const RunRequest& request);

}  // namespace lanescope
