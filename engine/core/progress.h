// How far a run has come, and whether its user still wants it. Shared by the thread that runs and the one that shows.
#pragma once

#include <atomic>

#include "engine/core/error.h"

namespace lanescope {

class Progress {
 public:
  /// Fraction done, 0 to 1.
  double fraction() const { return fraction_.load(std::memory_order_relaxed); }
  void set_fraction(double fraction) { fraction_.store(fraction, std::memory_order_relaxed); }

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  /// Throws Cancelled once cancel() was called.
  void check() const {
    if (cancelled()) throw Cancelled();
  }

 private:
  std::atomic<double> fraction_{0};
  std::atomic<bool> cancelled_{false};
};

}  // namespace lanescope
