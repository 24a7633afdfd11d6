// The progress of a run, and whether it was cancelled. Shared by the thread that runs it and the one that shows
// it.
#pragma once

#include <atomic>

#include "engine/base/error.h"
#include "engine/base/launch_news.h"

namespace lanescope {

class Progress {
 public:
  /// Fraction done of the whole run, 0 to 1.
  double fraction() const { return fraction_.load(std::memory_order_relaxed); }
  /// Fraction done of the stage that runs now, 0 to 1.
  void set_fraction(double fraction) {
    const double from = from_.load(std::memory_order_relaxed), to = to_.load(std::memory_order_relaxed);
    fraction_.store(from + (to - from) * fraction, std::memory_order_relaxed);
    if (tell_) tell_(this->fraction());
  }
  /// Calls this with each fraction, for whoever cannot ask for it meanwhile. Only while nothing runs.
  void tell(void (*tell)(double fraction)) { tell_ = tell; }

  /// The launch that a program is in, from 1; 0: none is known.
  unsigned launch() const { return launch_.load(std::memory_order_relaxed); }
  /// Seconds that the program takes until the end of that launch, if it is known that this is far more than it has;
  /// and those that it has.
  unsigned expected_seconds() const { return expected_seconds_.load(std::memory_order_relaxed); }
  unsigned allowed_seconds() const { return allowed_seconds_.load(std::memory_order_relaxed); }
  void set_launch(const LaunchNews& news) {
    launch_.store(news.launch, std::memory_order_relaxed);
    expected_seconds_.store(news.expected_seconds, std::memory_order_relaxed);
    allowed_seconds_.store(news.allowed_seconds, std::memory_order_relaxed);
  }

  /// The next stage takes the run from one fraction to another. Called only between stages.
  void begin_stage(double from, double to) {
    from_.store(from, std::memory_order_relaxed);
    to_.store(to, std::memory_order_relaxed);
    set_fraction(0);
  }

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  /// Resets everything. Only while no other thread uses it.
  void reset() {
    cancelled_.store(false, std::memory_order_relaxed);
    set_launch({});
    begin_stage(0, 1);
  }

  /// Throws Cancelled once cancel() was called.
  void check() const {
    if (cancelled()) throw Cancelled();
  }

 private:
  std::atomic<double> fraction_{0}, from_{0}, to_{1};
  std::atomic<unsigned> launch_{0}, expected_seconds_{0}, allowed_seconds_{0};
  std::atomic<bool> cancelled_{false};
  void (*tell_)(double) = nullptr;
};

}  // namespace lanescope
