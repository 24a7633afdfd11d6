// One worker, one mutex; the run itself happens with the mutex free.
#include "viz/model/runner.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "engine/base/error.h"
#include "engine/machine/memory.h"
#include "engine/session.h"

namespace lanescope {

Outcome run_to_outcome(const Runner::RunFunction& run_function, const Job& job, Progress& progress) {
  Outcome outcome{job.request, job.begun != nullptr, nullptr, {}};
  try {
    outcome.run = std::make_shared<const Run>(job.begun ? with_result(*job.begun, progress)
                                                        : run_function(job.request, progress));
  } catch (const Cancelled&) {
  } catch (const std::bad_alloc&) {
    outcome.error = Sentence("There is not enough memory for this run; choose a smaller N.");
  } catch (const SourceError& error) {
    outcome.error = error.sentence();
    outcome.problems = error.problems();
  } catch (const std::exception& error) {
    outcome.error = sentence_of(error);
  }
  return outcome;
}

namespace {

/// A slider that is dragged past a large N must not begin to compute its result.
constexpr std::chrono::milliseconds kRest{300};

}  // namespace

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

void Runner::submit(std::vector<Job> jobs) {
  {
    const std::lock_guard lock(mutex_);
    done_ = 0;
    submitted_count_ = jobs.size();
    if (running_) {
      const auto goes_on = std::find(jobs.begin(), jobs.end(), *running_);
      if (goes_on == jobs.end() || progress_->cancelled()) {
        progress_->cancel();
        overtaken_ = true;
      } else {
        jobs.erase(goes_on);
      }
    }
    pending_.assign(jobs.begin(), jobs.end());
    submitted_ = Clock::now();
  }
  changed_.notify_all();
}

void Runner::cancel() {
  {
    const std::lock_guard lock(mutex_);
    for (const Job& job : pending_)
      if (job.begun) outcomes_.push_back({job.request, true, nullptr, {}});
    pending_.clear();
    if (progress_) progress_->cancel();
  }
  changed_.notify_all();
}

bool Runner::busy() const {
  const std::lock_guard lock(mutex_);
  return !idle() || !outcomes_.empty();
}

double Runner::fraction() const {
  const std::lock_guard lock(mutex_);
  if (submitted_count_ == 0) return 0;
  const double running = progress_ && !overtaken_ ? progress_->fraction() : 0;
  return (static_cast<double>(done_) + running) / static_cast<double>(submitted_count_);
}

double Runner::seconds_running() const {
  const std::lock_guard lock(mutex_);
  if (idle()) return 0;
  return std::chrono::duration<double>(Clock::now() - submitted_).count();
}

std::vector<Outcome> Runner::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcomes_, {});
}

void Runner::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return idle(); });
}

/// Whether nothing newer was submitted for a moment. `lock` is held but while it waits.
bool Runner::rested(std::unique_lock<std::mutex>& lock) {
  const auto submitted = submitted_;
  return !changed_.wait_until(lock, submitted + kRest, [&] {
    return stopping_ || pending_.empty() || !pending_.front().begun || submitted_ != submitted;
  });
}

void Runner::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !pending_.empty(); });
    if (stopping_) return;
    if (pending_.front().begun && !rested(lock)) continue;
    running_ = std::move(pending_.front());
    pending_.pop_front();
    progress_ = std::make_shared<Progress>();
    overtaken_ = false;
    const Job job = *running_;
    const auto progress = progress_;
    lock.unlock();
    Outcome outcome = run_to_outcome(run_function_, job, *progress);
    lock.lock();
    progress_.reset();
    running_.reset();
    // A run that was cancelled because of newer requests reports nothing: the newer ones will.
    if (!overtaken_) {
      ++done_;
      if (outcome.run && outcome.run->awaits_result && !progress->cancelled()) {
        pending_.push_back({job.request, outcome.run});
        ++submitted_count_;
      }
      outcomes_.push_back(std::move(outcome));
    }
    lock.unlock();
    changed_.notify_all();
    if (wake_) wake_();
    release_freed_memory();
    lock.lock();
  }
}

}  // namespace lanescope
