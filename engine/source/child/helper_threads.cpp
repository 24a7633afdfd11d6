#include "engine/source/child/helper_threads.h"

#include <malloc.h>
#include <sched.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "engine/source/child/crash.h"
#include "engine/source/job.h"

namespace lanescope {
namespace {

unsigned usable_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? static_cast<unsigned>(CPU_COUNT(&cores)) : 1;
}

}  // namespace

HelperThreads& HelperThreads::of_process() {
  static auto& threads = *new HelperThreads;  // never destroyed: the process ends without asking its threads
  return threads;
}

/// One for each further core that the process may use, and few in all.
HelperThreads::HelperThreads() {
  mallopt(M_ARENA_MAX, 1);  // an arena of a thread's own needs calls that a confined process may not make
  helpers_ = std::min(usable_cores(), kMostWorkers) - 1;
  at_work_ = helpers_;
  for (unsigned i = 1; i <= helpers_; ++i) std::thread([this, i] { serve(i); }).detach();
  wait_for_all();  // they make calls, too, as they begin
}

void HelperThreads::wait_for_all() const {
  for (std::uint32_t left = at_work_.load(std::memory_order_acquire); left != 0;
       left = at_work_.load(std::memory_order_acquire))
    at_work_.wait(left, std::memory_order_acquire);
}

void HelperThreads::work_together(std::function<void(unsigned)> work) {
  work_ = std::move(work);
  at_work_.store(helpers_, std::memory_order_relaxed);
  calls_.fetch_add(1, std::memory_order_release);
  calls_.notify_all();
  work_(0);
  wait_for_all();
}

void HelperThreads::serve(unsigned worker) {
  sigset_t clock;
  sigemptyset(&clock);
  sigaddset(&clock, SIGALRM);  // is the first thread's
  pthread_sigmask(SIG_BLOCK, &clock, nullptr);
  catch_crashes_of_thread();
  for (std::uint32_t seen = 0;; ++seen) {
    if (at_work_.fetch_sub(1, std::memory_order_release) == 1) at_work_.notify_all();
    calls_.wait(seen, std::memory_order_acquire);
    work_(worker);
  }
}

}  // namespace lanescope
