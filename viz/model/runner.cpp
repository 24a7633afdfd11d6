// One worker, one mutex; the run itself happens with the mutex free.
#include "viz/model/runner.h"

#include <exception>
#include <utility>

namespace lanescope {

Outcome run_to_outcome(const Runner::RunFunction& run_function, const RunRequest& request, Progress& progress) {
  Outcome outcome{request, nullptr, {}};
  try {
    outcome.run = std::make_shared<const Run>(run_function(request, progress));
  } catch (const Cancelled&) {
  } catch (const std::bad_alloc&) {
    outcome.error = "There is not enough memory for this run; choose a smaller N.";
  } catch (const std::exception& error) {
    outcome.error = error.what();
  }
  return outcome;
}

Runner::Runner(RunFunction run_function, std::function<void()> wake)
    : run_function_(std::move(run_function)), wake_(std::move(wake)), thread_([this] { work(); }) {}

Runner::~Runner() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    if (progress_) progress_->cancel();
  }
  changed_.notify_all();
  thread_.join();
}

void Runner::submit(const RunRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    if (progress_) progress_->cancel();
    pending_ = request;
    submitted_ = Clock::now();
  }
  changed_.notify_all();
}

void Runner::cancel() {
  const std::lock_guard lock(mutex_);
  pending_.reset();
  if (progress_) progress_->cancel();
}

bool Runner::busy() const {
  const std::lock_guard lock(mutex_);
  return pending_ || progress_;
}

double Runner::fraction() const {
  const std::lock_guard lock(mutex_);
  return progress_ && !pending_ ? progress_->fraction() : 0;
}

double Runner::seconds_running() const {
  const std::lock_guard lock(mutex_);
  if (!pending_ && !progress_) return 0;
  return std::chrono::duration<double>(Clock::now() - submitted_).count();
}

std::optional<Outcome> Runner::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcome_, std::nullopt);
}

void Runner::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !pending_ && !progress_; });
}

void Runner::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || pending_; });
    if (stopping_) return;
    const RunRequest request = *std::exchange(pending_, std::nullopt);
    const auto progress = std::make_shared<Progress>();
    progress_ = progress;
    lock.unlock();
    Outcome outcome = run_to_outcome(run_function_, request, *progress);
    lock.lock();
    progress_.reset();
    // A run that was overtaken says nothing: the newer one will.
    if (!pending_) outcome_ = std::move(outcome);
    lock.unlock();
    changed_.notify_all();
    if (wake_) wake_();
    lock.lock();
  }
}

}  // namespace lanescope
