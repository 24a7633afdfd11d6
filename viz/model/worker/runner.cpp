// Runs in a Web Worker, which has its own memory: a job goes there, its outcome comes back. Where there is no
// worker a job runs in the frame that takes its outcome.
#include "viz/model/runner.h"

#include <emscripten.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "viz/model/worker/run_message.h"
#include "viz/model/worker/worker_calls.h"

namespace lanescope {
namespace {

using WorkerClock = std::chrono::steady_clock;

/// A slider that is dragged past a large N must not begin to compute its result.
constexpr std::chrono::milliseconds kRestInPage{300};
/// A job that nobody waits for any more ends by itself in most cases: only then the worker is ended, which costs a
/// start.
constexpr std::chrono::milliseconds kPatience{400};

}  // namespace

struct Runner::State {
  State(RunFunction run_function, std::function<void()> wake)
      : run_function(std::move(run_function)), wake(std::move(wake)) {
    in_page() = this;
  }
  ~State() {
    end_worker();
    if (in_page() == this) in_page() = nullptr;
  }
  /// The runner that an answer is for.
  static State*& in_page() {
    static State* state = nullptr;
    return state;
  }

  bool idle() const { return pending.empty() && !running; }
  void begin_next();
  void end_worker();
  void finish(Outcome outcome);
  void end_overtaken_late();

  const RunFunction run_function;
  const std::function<void()> wake;
  std::deque<Job> pending;
  std::optional<Job> running;
  bool in_worker = false;  ///< the running job
  bool overtaken = false;  ///< nobody waits for it any more
  double running_fraction = 0;
  std::size_t submitted_count = 0, done = 0;
  WorkerClock::time_point submitted, overtaken_at;
  std::vector<Outcome> outcomes;
};

/// Does nothing while a job is running, and before nothing newer has come for a moment where a result is next.
void Runner::State::begin_next() {
  if (running || pending.empty()) return;
  if (pending.front().begun && WorkerClock::now() - submitted < kRestInPage) return;
  running = std::move(pending.front());
  pending.pop_front();
  overtaken = false;
  running_fraction = 0;
  in_worker = false;
  if (kernel_info(running->request.kernel).own) return;  // which the worker does not know, and nobody here can run
  const std::string job = encode_job({running->request, running->begun != nullptr});
  in_worker = lanescope_worker_send(job.data(), static_cast<int>(job.size())) != 0;
}

void Runner::State::end_worker() {
  if (!running) return;
  if (in_worker) lanescope_worker_end();
  running.reset();
}

void Runner::State::finish(Outcome outcome) {
  const Job job = *std::exchange(running, std::nullopt);
  // A run that was cancelled because of newer requests reports nothing: the newer ones will.
  if (!overtaken) {
    ++done;
    if (outcome.run && outcome.run->awaits_result) {
      pending.push_back({job.request, outcome.run});
      ++submitted_count;
    }
    outcomes.push_back(std::move(outcome));
  }
  begin_next();
  if (wake) wake();
}

void Runner::State::end_overtaken_late() {
  if (!running || !overtaken || WorkerClock::now() - overtaken_at < kPatience) return;
  end_worker();
  begin_next();
}

Runner::Runner(RunFunction run_function, std::function<void()> wake)
    : state_(std::make_unique<State>(std::move(run_function), std::move(wake))) {}

Runner::~Runner() = default;

void Runner::submit(std::vector<Job> jobs) {
  State& s = *state_;
  s.done = 0;
  s.submitted_count = jobs.size();
  if (s.running) {
    const auto goes_on = std::find(jobs.begin(), jobs.end(), *s.running);
    if (goes_on != jobs.end()) {
      jobs.erase(goes_on);
      s.overtaken = false;
    } else if (!s.overtaken) {
      s.overtaken = true;
      s.overtaken_at = WorkerClock::now();
    }
  }
  s.pending.assign(jobs.begin(), jobs.end());
  s.submitted = WorkerClock::now();
  s.begin_next();
}

/// The worker is ended; what it was to do counts as cancelled.
void Runner::cancel() {
  State& s = *state_;
  for (const Job& job : s.pending)
    if (job.begun) s.outcomes.push_back({job.request, true, nullptr, {}});
  s.pending.clear();
  if (!s.running) return;
  if (!s.overtaken) s.outcomes.push_back({s.running->request, s.running->begun != nullptr, nullptr, {}});
  s.end_worker();
}

bool Runner::busy() const {
  return !state_->idle() || !state_->outcomes.empty();
}

/// Programs of users have no page to run in.
unsigned Runner::launch() const {
  return 0;
}

double Runner::fraction() const {
  const State& s = *state_;
  if (s.submitted_count == 0) return 0;
  const double running = s.running && !s.overtaken ? s.running_fraction : 0;
  return (static_cast<double>(s.done) + running) / static_cast<double>(s.submitted_count);
}

double Runner::seconds_running() const {
  if (state_->idle()) return 0;
  return std::chrono::duration<double>(WorkerClock::now() - state_->submitted).count();
}

std::vector<Outcome> Runner::take() {
  State& s = *state_;
  s.end_overtaken_late();
  s.begin_next();
  if (s.running && !s.in_worker) {
    Progress progress;
    s.finish(run_to_outcome(s.run_function, *s.running, progress));
  }
  return std::exchange(s.outcomes, {});
}

/// Without a worker that could go on meanwhile, as where there is no page: everything is done here.
void Runner::wait() const {
  State& s = *state_;
  while (!s.idle()) {
    s.submitted = WorkerClock::time_point();
    if (s.running && s.in_worker) {
      lanescope_worker_end();
      s.in_worker = false;
    }
    s.begin_next();
    if (!s.running) continue;
    Progress progress;
    s.finish(run_to_outcome(s.run_function, *s.running, progress));
  }
}

namespace {

/// Runs that the worker made without their results, the newest last.
std::vector<std::shared_ptr<const Run>>& begun_in_worker() {
  constexpr std::size_t kMostBegun = 8;
  static std::vector<std::shared_ptr<const Run>> runs;
  if (runs.size() > kMostBegun) runs.erase(runs.begin());
  return runs;
}

Job job_in_worker(const JobMessage& message) {
  if (!message.with_result) return Job(message.request);
  for (const auto& run : begun_in_worker())
    if (run->request == message.request) return {message.request, run};
  Progress progress;  // another worker began it
  return {message.request, std::make_shared<const Run>(run_traces_first(message.request, progress))};
}

std::string answer_of_worker(std::string_view bytes) {
  const JobMessage message = decode_job(bytes);
  try {
    Progress progress;
    progress.tell(lanescope_worker_tell);
    Outcome outcome = run_to_outcome(run_traces_first, job_in_worker(message), progress);
    outcome.had_begun = message.with_result;
    if (outcome.run && outcome.run->awaits_result) begun_in_worker().push_back(outcome.run);
    return encode_outcome(outcome);
  } catch (const std::exception& error) {
    return encode_outcome({message.request, message.with_result, nullptr, sentence_of(error)});
  }
}

}  // namespace

}  // namespace lanescope

extern "C" {

/// In the worker: does a job.
EMSCRIPTEN_KEEPALIVE void lanescope_work(const char* bytes, int size) {
  const std::string answer = lanescope::answer_of_worker({bytes, static_cast<std::size_t>(size)});
  lanescope_worker_reply(answer.data(), static_cast<int>(answer.size()));
}

/// In the page: the worker's answer to the job that it was sent last.
EMSCRIPTEN_KEEPALIVE void lanescope_answer(const char* bytes, int size) {
  using namespace lanescope;
  Runner::State* const state = Runner::State::in_page();
  if (!state || !state->running || !state->in_worker) return;
  try {
    state->finish(decode_outcome({bytes, static_cast<std::size_t>(size)}));
  } catch (const std::exception& error) {
    state->finish({state->running->request, state->running->begun != nullptr, nullptr, sentence_of(error)});
  }
}

EMSCRIPTEN_KEEPALIVE void lanescope_progress(double fraction) {
  lanescope::Runner::State* const state = lanescope::Runner::State::in_page();
  if (!state) return;
  state->running_fraction = fraction;
  if (state->wake) state->wake();
}

/// The worker ended by itself: it ran out of memory, or the browser ended it.
EMSCRIPTEN_KEEPALIVE void lanescope_worker_lost() {
  using namespace lanescope;
  Runner::State* const state = Runner::State::in_page();
  if (!state || !state->running || !state->in_worker) return;
  state->finish(
      {state->running->request, state->running->begun != nullptr, nullptr,
       Sentence("The worker that runs kernels ended, perhaps for lack of memory; Run again starts another.")});
}
}
