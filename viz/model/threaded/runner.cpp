// One worker, one mutex; the run itself happens with the mutex free.
#include "viz/model/runner.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "engine/machine/memory.h"

namespace lanescope {

namespace {

/// A slider that is dragged past a large N must not begin to compute its result.
constexpr std::chrono::milliseconds kRest{300};

}  // namespace

struct Runner::State {
  using Clock = std::chrono::steady_clock;

  State(RunFunction run_function, std::function<void()> wake)
      : run_function_(std::move(run_function)), wake_(std::move(wake)), thread_([this] { work(); }) {}
  ~State();
  void submit(std::vector<Job> jobs);
  void cancel();
  bool busy() const;
  double fraction() const;
  unsigned launch() const;
  double seconds_running() const;
  std::vector<Outcome> take();
  void wait() const;

 private:
  void work();
  bool rested(std::unique_lock<std::mutex>& lock);
  bool idle() const { return pending_.empty() && !running_; }

  const RunFunction run_function_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::deque<Job> pending_;
  std::optional<Job> running_;
  std::shared_ptr<Progress> progress_;  ///< of the run in progress; null when idle
  bool overtaken_ = false;              ///< the run in progress was cancelled because of newer requests
  std::size_t submitted_count_ = 0, done_ = 0;
  Clock::time_point submitted_;
  std::vector<Outcome> outcomes_;
  bool stopping_ = false;
  std::thread thread_;
};

Runner::State::~State() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    if (progress_) progress_->cancel();
  }
  changed_.notify_all();
  thread_.join();
}

void Runner::State::submit(std::vector<Job> jobs) {
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

void Runner::State::cancel() {
  {
    const std::lock_guard lock(mutex_);
    for (const Job& job : pending_)
      if (job.begun) outcomes_.push_back({job.request, true, nullptr, {}});
    pending_.clear();
    if (progress_) progress_->cancel();
  }
  changed_.notify_all();
}

bool Runner::State::busy() const {
  const std::lock_guard lock(mutex_);
  return !idle() || !outcomes_.empty();
}

double Runner::State::fraction() const {
  const std::lock_guard lock(mutex_);
  if (submitted_count_ == 0) return 0;
  const double running = progress_ && !overtaken_ ? progress_->fraction() : 0;
  return (static_cast<double>(done_) + running) / static_cast<double>(submitted_count_);
}

unsigned Runner::State::launch() const {
  const std::lock_guard lock(mutex_);
  return progress_ && !overtaken_ ? progress_->launch() : 0;
}

double Runner::State::seconds_running() const {
  const std::lock_guard lock(mutex_);
  if (idle()) return 0;
  return std::chrono::duration<double>(Clock::now() - submitted_).count();
}

std::vector<Outcome> Runner::State::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcomes_, {});
}

void Runner::State::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return idle(); });
}

/// Whether nothing newer was submitted for a moment. `lock` is held but while it waits.
bool Runner::State::rested(std::unique_lock<std::mutex>& lock) {
  const auto submitted = submitted_;
  return !changed_.wait_until(lock, submitted + kRest, [&] {
    return stopping_ || pending_.empty() || !pending_.front().begun || submitted_ != submitted;
  });
}

void Runner::State::work() {
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
      if (outcome.run && outcome.run->is_unfinished() && !progress->cancelled()) {
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

Runner::Runner(RunFunction run_function, std::function<void()> wake)
    : state_(std::make_unique<State>(std::move(run_function), std::move(wake))) {}
Runner::~Runner() = default;
void Runner::submit(std::vector<Job> jobs) {
  state_->submit(std::move(jobs));
}
void Runner::cancel() {
  state_->cancel();
}
bool Runner::busy() const {
  return state_->busy();
}
double Runner::fraction() const {
  return state_->fraction();
}

unsigned Runner::launch() const {
  return state_->launch();
}
double Runner::seconds_running() const {
  return state_->seconds_running();
}
std::vector<Outcome> Runner::take() {
  return state_->take();
}
void Runner::wait() const {
  state_->wait();
}

}  // namespace lanescope
