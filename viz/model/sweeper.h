// Measures times for the views on this machine's GPU, on a thread of its own and one sweep at a time.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/bench/sweep.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// What this machine can measure, and has measured since the program started.
struct SweepStatus {
  bool possible = false;  ///< there is a GPU
  std::string device;     ///< its name
  bool running = false;
  double fraction = 0;                  ///< done, 0 to 1
  Sentence error;                       ///< why the last one failed; empty if it did not
  std::vector<RecordedSweep> measured;  ///< one per operator and type; kind measured
};

class Sweeper {
 public:
  using Measure = std::function<RecordedSweep(std::vector<SweepPoint>, Progress&)>;

  /// `wake` is called on the sweep's thread when there is something new. Without `measure`, uses measured_sweep()
  /// if this machine has a GPU.
  Sweeper(Measure measure, std::function<void()> wake);
  ~Sweeper();
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  /// Does nothing while a sweep is running, and without a GPU.
  void start(std::vector<SweepPoint> points);
  void cancel();
  /// Takes finished points. Returns whether the status changed.
  bool update();
  void wait();  ///< waits until update() would find something
  const SweepStatus& status() const { return status_; }

 private:
  void take(RecordedSweep sweep);

  Measure measure_;
  std::function<void()> wake_;
  SweepStatus status_;
  Progress progress_;
  std::atomic<bool> done_{false};
  RecordedSweep outcome_;  ///< belongs to the thread until done_ is set
  Sentence error_;
  std::thread thread_;
};

/// Newer times replace older ones of the same launch.
void merge_times(std::vector<SweepTime>& times, const std::vector<SweepTime>& newer);

/// The launches that a chart of this view's variants shows, and CUB's at the same N; without a chart, the variants'
/// own. Code that came with a file is left out until the user allows it.
std::vector<SweepPoint> points_to_measure(const ViewState& view, std::optional<SweepChart> chart);

}  // namespace lanescope
