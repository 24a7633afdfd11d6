// Runs requests beside the frames, which never wait: on a thread (threaded/), or in a browser's worker (worker/).
// The newest requests win: a run that is not among them is cancelled, and older requests that have not started are
// dropped.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/run.h"
#include "engine/source/source_error.h"

namespace lanescope {

/// How a request ended: with a run, or with the reason why it failed. Neither: it was cancelled.
struct Outcome {
  RunRequest request;
  bool had_begun = false;  ///< the run was there, and only its result was missing
  std::shared_ptr<const Run> run;
  Sentence error;
  std::vector<SourceProblem> problems = {};  ///< of a user's text, where that is why
};

/// What the runner is to do: run the request, or add the result, or remarks, to a run that awaits them.
struct Job {
  Job(RunRequest asked, std::shared_ptr<const Run> run = nullptr)
      : request(std::move(asked)), begun(std::move(run)) {}

  RunRequest request;
  std::shared_ptr<const Run> begun;  ///< null where the request has not run

  bool operator==(const Job&) const = default;
};

class Runner {
 public:
  using RunFunction = std::function<Run(const RunRequest&, Progress&)>;

  /// `wake` may be called on another thread, when an outcome is ready; it may be empty.
  explicit Runner(RunFunction run_function, std::function<void()> wake = {});
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Does these, one after another; a run that comes without its result gets it after all others, and not
  /// before nothing newer has come for a moment. If one of them is
  /// being done already, it continues.
  void submit(std::vector<Job> jobs);
  void cancel();

  bool busy() const;               ///< something is running or waiting, or has ended and was not taken yet
  double fraction() const;         ///< of all that was submitted last, 0 to 1
  unsigned launch() const;         ///< that a program is in, from 1; 0: none is known
  double seconds_running() const;  ///< since the current run was submitted; 0 when idle

  /// The outcomes that were not taken yet, oldest first. Never waits.
  std::vector<Outcome> take();
  /// Waits until nothing is running.
  void wait() const;

  struct State;  ///< of the platform

 private:
  std::unique_ptr<State> state_;
};

/// Does the job and turns what the engine throws into one sentence.
Outcome run_to_outcome(const Runner::RunFunction& run_function, const Job& job, Progress& progress);

}  // namespace lanescope
