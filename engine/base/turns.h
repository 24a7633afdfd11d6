// Turns on the GPU, granted in the order in which they were asked for: a time measured while another kernel runs
// is worthless, and a sweep of many launches lets a single run in between two of its launches.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace lanescope {

class Turns {
 public:
  /// Waits for all earlier turns to end; ends when it is destroyed.
  class Turn {
   public:
    explicit Turn(Turns& turns) : turns_(turns) {
      std::unique_lock lock(turns_.mutex_);
      const std::uint64_t number = turns_.asked_++;
      turns_.changed_.wait(lock, [&] { return turns_.done_ == number; });
    }
    ~Turn() {
      {
        const std::lock_guard lock(turns_.mutex_);
        ++turns_.done_;
      }
      turns_.changed_.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Turns& turns_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t asked_ = 0, done_ = 0;
};

/// Of this machine's GPU.
inline Turns& gpu_turns() {
  static Turns turns;
  return turns;
}

}  // namespace lanescope
