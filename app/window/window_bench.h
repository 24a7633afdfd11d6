// Measures the window while it runs: time to the first frame, frame times while playing, and the time from a
// moved slider to the new picture. Switched on by the environment variable LANESCOPE_FRAME_TIMES=FRAMES.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "viz/model/model.h"

namespace lanescope {

class WindowBench {
 public:
  WindowBench();

  bool enabled() const { return frames_wanted_ > 0; }
  bool done() const { return phase_ == Phase::done; }
  /// Sends commands for the next frame in place of a user.
  void before_frame(Model& model);
  /// After the frame has reached the screen; `frame_ms` is what it took, `drew` whether anything had
  /// changed since the frame before.
  void after_frame(const Model& model, double frame_ms, bool drew);
  void print() const;

 private:
  enum class Phase { first_picture, playing, sliding, done };
  using Clock = std::chrono::steady_clock;

  void play(double frame_ms, bool drew);
  void slide(const Model& model);

  std::size_t frames_wanted_ = 0;
  Phase phase_ = Phase::first_picture;
  double first_frame_ms_ = 0;
  double first_picture_ms_ = 0;
  std::vector<double> frame_ms_;
  std::vector<double> drawn_ms_;
  std::vector<double> slide_ms_;  // of the slides that came to a picture
  std::size_t slides_made_ = 0;
  std::string slider_;  // what they were
  Clock::time_point moved_;
  bool waiting_ = false;
};

/// Milliseconds since the process was started, from the kernel's records (10 ms resolution on Linux).
double ms_since_process_start();

}  // namespace lanescope
