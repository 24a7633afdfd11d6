// Runs requests on a thread of its own, so that the frame never waits. The newest request wins: it cancels the one
// that is running, and what was asked for in between is never started.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/session.h"

namespace lanescope {

/// How a request ended: with a run, or with the sentence that says why not. Neither: it was cancelled.
struct Outcome {
  RunRequest request;
  std::shared_ptr<const Run> run;
  std::string error;
};

class Runner {
 public:
  using RunFunction = std::function<Run(const RunRequest&, Progress&)>;

  /// `wake` is called on the runner's thread when an outcome is ready; it may be empty.
  explicit Runner(RunFunction run_function, std::function<void()> wake = {});
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void submit(const RunRequest& request);
  void cancel();

  bool busy() const;
  double fraction() const;
  double seconds_running() const;   ///< since the request now running was submitted; 0 when idle

  /// The newest outcome that nobody took yet. Never waits.
  std::optional<Outcome> take();
  /// Waits until nothing is running.
  void wait() const;

 private:
  using Clock = std::chrono::steady_clock;

  void work();

  const RunFunction run_function_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::optional<RunRequest> pending_;
  std::shared_ptr<Progress> progress_;      ///< of the run in progress; null when idle
  Clock::time_point submitted_;
  std::optional<Outcome> outcome_;
  bool stopping_ = false;
  std::thread thread_;
};

/// Runs the request and turns what the engine throws into one sentence.
Outcome run_to_outcome(const Runner::RunFunction& run_function, const RunRequest& request, Progress& progress);

}  // namespace lanescope
