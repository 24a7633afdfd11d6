// Work beside the frames, by std::async.
#pragma once

#include <chrono>
#include <future>

namespace lanescope {

/// How std::async does it: on a thread, or, where there is none, when its outcome is taken.
std::launch background_launch();

/// Whether the outcome can be taken, which does not wait for another thread.
template <class T>
bool can_be_taken(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) != std::future_status::timeout;
}

}  // namespace lanescope
