#include "cli/watched_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <system_error>

#include "cli/words/say.h"
#include "engine/check/settled_run.h"

namespace lanescope {
namespace {

/// What Ctrl+C cancels: global, because a signal handler can reach nothing else.
std::atomic<Progress*> interrupted{nullptr};
static_assert(std::atomic<Progress*>::is_always_lock_free);

void on_interrupt(int) {
  if (Progress* progress = interrupted.load()) progress->cancel();
  std::signal(SIGINT, SIG_DFL);  // a second Ctrl+C ends the program at once
}

std::string about_time(unsigned seconds) {
  constexpr unsigned kMinute = 60, kHour = 3600;
  if (seconds < 10 * kMinute) return fmt::format("{} s", seconds / 10 * 10);
  if (seconds < 3 * kHour) return fmt::format("{} min", seconds / kMinute);
  return fmt::format("{} h", seconds / kHour);
}

Run watched(Run (*run)(const RunRequest&, Progress&), const RunRequest& request) {
  ProgressWatch watch(request.kernel);
  Run done = run(request, watch.progress());
  if (!done.notice.empty()) say(request.kernel + ": " + done.notice.text());
  if (done.result && !done.result->note.empty()) say(request.kernel + ": " + done.result->note.text());
  return done;
}

}  // namespace

ProgressWatch::ProgressWatch(std::string label) : label_(std::move(label)) {
  interrupted = &progress_;
  std::signal(SIGINT, on_interrupt);
  try {
    shower_ = std::thread([this] { show(); });
  } catch (const std::system_error&) {
    // Without a thread for it nothing is shown.
  }
}

ProgressWatch::~ProgressWatch() {
  std::signal(SIGINT, SIG_DFL);
  interrupted = nullptr;
  if (!shower_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_all();
  shower_.join();
}

void ProgressWatch::show() {
  using namespace std::chrono_literals;
  std::unique_lock lock(mutex_);
  const auto finished = [this] { return finished_; };
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  bool is_told = false;
  if (done_.wait_for(lock, 500ms, finished)) return;
  do {
    const unsigned launch = progress_.launch();  // how many there will be nobody knows
    if (const unsigned expected = progress_.expected_seconds(); expected > 0 && !is_told) {
      is_told = true;
      if (is_terminal) std::cerr << "\r\033[K";
      say(fmt::format(
          "{}: launch {} is far from its end: at the rate of its blocks the program would take about {}, "
          "and it is stopped after {} s. A GPU is faster: give the emulator fewer elements, blocks or "
          "rounds.",
          label_, launch, about_time(expected), progress_.allowed_seconds()));
    }
    if (!is_terminal) continue;
    const std::string done =
        launch > 0 ? fmt::format("launch {}", launch) : fmt::format("{:3.0f} %", 100 * progress_.fraction());
    std::cerr << fmt::format("\r{} {}  (Ctrl+C cancels)\033[K", label_, done) << std::flush;
  } while (!done_.wait_for(lock, 100ms, finished));
  if (is_terminal) std::cerr << "\r\033[K" << std::flush;  // erases the progress line
}

Run run_watched(const RunRequest& request) {
  return watched(run_settled, request);
}

Run traces_watched(const RunRequest& request) {
  return watched(traces_settled, request);
}

}  // namespace lanescope
