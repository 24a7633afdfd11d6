#include "engine/source/child/kernel_machine.h"

#include <algorithm>
#include <bit>

#include "engine/source/child/kernel_steps.h"
#include "engine/source/finding_words.h"

__thread LanescopeIndex threadIdx, blockIdx;
LanescopeIndex blockDim, gridDim;
__thread unsigned lanescope_mode = 0;

namespace lanescope {

constinit thread_local KernelMachine* the_machine = nullptr;

namespace {

constexpr unsigned kMostLooks = 300;                   // at a lane that has run for long
constexpr std::uint64_t kEndlessBlocks = 400'000'000;  // basic blocks of a lane between two waits

unsigned warps_of(unsigned threads) {
  return (threads + kWarpSize - 1) / kWarpSize;
}

}  // namespace

KernelMachine::KernelMachine(unsigned threads, CodeLines& lines, KernelMemory& memory, bool guarded)
    : lines_(lines),
      memory_(memory),
      threads_(threads),
      rows_(warps_of(threads)),
      path_(lines.order()),
      warps_(warps_of(threads)),
      meetings_(threads),
      at_barriers_(threads),
      places_(threads),
      fibers_of_lanes_(threads + 1),
      running_(threads),
      fibers_(
          threads,
          [](void* self, unsigned fiber) -> unsigned { static_cast<KernelMachine*>(self)->run_lanes(fiber); }, this,
          guarded, kStackBytes) {
  fibers_of_lanes_[threads] = threads;
}

void KernelMachine::begin_launch(const KernelJob& job, std::function<void()> body) {
  job_ = &job;
  body_ = std::move(body);
  rows_.set_element_bytes(job.element_bytes);
  rows_.values().follow(job.followed);
  records_ = job.detail != Detail::none;
  with_accesses_ = job.detail == Detail::full;
  too_many_rows_ = false;
  for (unsigned thread = 0; thread < threads_; ++thread)
    places_[thread] = {thread % job.block[0], thread / job.block[0] % job.block[1],
                       thread / job.block[0] / job.block[1]};
  blockDim = {job.block[0], job.block[1], job.block[2]};
  gridDim = {job.grid[0], job.grid[1], job.grid[2]};
}

KernelMemory::Range KernelMachine::stacks() const {
  return {reinterpret_cast<std::uintptr_t>(fibers_.stacks().top(0)) - kStackBytes,
          reinterpret_cast<std::uintptr_t>(fibers_.stacks().top(threads_ - 1))};
}

void KernelMachine::enter() const {
  const std::uint64_t row = block_ / job_->grid[0];
  blockIdx = {static_cast<unsigned>(block_ % job_->grid[0]), static_cast<unsigned>(row % job_->grid[1]),
              static_cast<unsigned>(row / job_->grid[1])};
}

void KernelMachine::begin(unsigned resident, std::uint64_t block) {
  block_ = block;
  waits_for_grid_ = stands_ = observes_ = false;
  observed_.clear();
  standing_.clear();
  is_void_ = ends_ahead_ = beyond_memory_ = false;
  read_ = written_ = 0;
  ran_ = looked_at_ = burnt_ = 0;
  fuel_ = kFuel;
  if (turns_) began_at_ = turns_->now();
  is_ahead_ = turns_ && began_at_ != block;
  began_ = waited_from_ = waited_until_ = is_ahead_ ? std::chrono::steady_clock::now() : decltype(began_)();
  enter();
  if (checks_) checks_->begin_block(resident, block);
  schedule_.begin_block(job_->schedule, block);
  is_light_ = is_plain();
  has_unwatched_lanes_ = false;
  line_table_ = lines_.table();
  code_base_ = lines_.base();
  rows_.begin(block, with_accesses_, with_accesses_ && block == job_->kept_block);
  for (unsigned thread = 0; thread < threads_; ++thread) fibers_of_lanes_[thread] = thread;
  for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
    warps_[warp] = {};
    warps_[warp].live = warps_[warp].ready = warps_[warp].fresh =
        live_lanes(std::min<unsigned>(kWarpSize, threads_ - static_cast<unsigned>(warp) * kWarpSize));
  }
}

bool KernelMachine::advance() {
  if (stands_ && !wake_any()) return true;
  if (schedule_.is_on() && run_any_warp()) return findings_.empty();
  for (unsigned index = 0; index < warps_.size() && findings_.empty(); ++index) run_warp(index);
  if (!findings_.empty()) return false;
  if (!standing_.empty()) {
    stands_ = !wake_any();
    return true;
  }
  // All wait at the barrier, or have returned.
  if (records_ && !rows_.finish_epochs()) too_many_rows_ = true;
  for (Warp& warp : warps_) warp.epoch = 0;
  return release_barrier();
}

void KernelMachine::run_warp(unsigned index) {
  while ((warps_[index].ready != 0 || wake(index)) && findings_.empty()) run_epoch(index);
  if (warps_[index].at_meeting != 0 && warps_[index].standing == 0 && findings_.empty()) find_stuck_warp(index);
}

/// Any warp that can run is next; false where none can.
bool KernelMachine::run_any_warp() {
  std::vector<unsigned> able;
  for (unsigned index = 0; index < warps_.size(); ++index)
    if (warps_[index].ready != 0 || wake(index)) able.push_back(index);
  if (able.empty()) return false;
  run_epoch(able[schedule_.pick(static_cast<unsigned>(able.size()))]);
  return true;
}

/// A loop that meets others in each round never runs for long between two waits.
void KernelMachine::stop_if_too_long(unsigned thread) {
  if (!stop_ || !findings_.empty()) return;
  findings_.push_back(
      {.kind = FindingKind::endless, .block = block_, .threads = {thread}, .sentence = late_words(thread, line_)});
  if (line_ != 0) findings_.back().lines = {line_};
}

/// `line` 0: none is known, since nobody watches the lane.
Sentence KernelMachine::late_words(unsigned thread, unsigned line) const {
  const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
  std::vector<Sentence> values = {word(job_->seconds), thread_word(thread), block_word(),
                                  word(job_->launch.grid_dim)};
  if (line == 0) return Sentence::of(finding_words::kTooLongSomewhere, std::move(values));
  values.push_back(line_word(line));
  return Sentence::of(finding_words::kTooLong, std::move(values));
}

/// Runs lanes of a warp until each of them waits.
void KernelMachine::run_epoch(unsigned index) {
  Warp& warp = warps_[index];
  const Warp before = warp;
  ++epochs_;
  const std::uint32_t lanes = schedule_.is_on() ? schedule_.some_of(warp.ready) : warp.ready;
  const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
  pending_ = lanes & (lanes - 1);
  warp.ready &= ~lanes;
  running_ = index * kWarpSize + first;
  if (records_) {
    path_.begin_epoch();
    log_.clear();
  }
  begin_lane(first);
  show(running_);
  fibers_.run(fiber_of(running_));
  stop_if_too_long(index * kWarpSize + first);
  if (!findings_.empty()) return;
  if (records_) {
    too_many_rows_ = too_many_rows_ || path_.size() > KernelRows::kMostRows;
    rows_.take(index, warp.epoch++, path_, log_);
  }
  observe_warp(before, index);
  if (warp.at_meeting != 0) hold_meetings(index);
  if (warp.ready == 0) std::swap(warp.ready, warp.stopped);
}

bool KernelMachine::has_its_turn() {
  if (is_ahead_) {
    is_ahead_ = false;
    waited_from_ = std::chrono::steady_clock::now();
    is_void_ = !turns_->wait_for(block_) || turns_->are_written_since(read_, began_at_);
    waited_until_ = std::chrono::steady_clock::now();
  }
  return !is_void_;
}

KernelMachine::Times KernelMachine::times() const {
  if (waited_from_ == began_) return {};
  const auto ahead = waited_from_ - began_;
  return {ahead, ahead + (std::chrono::steady_clock::now() - waited_until_), waited_until_ - waited_from_};
}

/// A lane goes on in the block's turn, or never.
void KernelMachine::stop_ahead() {
  if (has_its_turn()) return;
  findings_.push_back({});  // with which the block ends; nobody sees it
  leave_for_good();
}

void KernelMachine::begin_bounded(unsigned most) {
  if (threads_ <= most) return;
  exceeded_bound_ = most;
  findings_.push_back({});  // with which the block ends; nobody sees it
  leave_for_good();
}

void KernelMachine::reach_end() {
  warps_[running_ / kWarpSize].ended |= 1u << running_ % kWarpSize;
  if (records_ && path_.has_row()) path_.row().ends = true;
}

/// Which code the lane that begins runs. A block that does much is watched up to some lane only.
void KernelMachine::choose_code() {
  const bool watched = !is_light_ || (watches_all_ && ran_ < kMostWatchedWork);
  if (!watched && !std::exchange(has_unwatched_lanes_, true)) read_ |= unwatched_reads_;
  lanescope_mode = static_cast<unsigned>(watched ? CodeMode::watched : CodeMode::stores);
}

/// Lanes that have not begun begin where the one before them ended: a switch costs more than many a kernel. The
/// fiber never returns, since the processor would foresee that wrongly.
void KernelMachine::run_lanes(unsigned fiber) {
  for (;;) {
    Warp& warp = warps_[running_ / kWarpSize];
    const std::uint32_t lane = 1u << running_ % kWarpSize;
    fibers_of_lanes_[running_] = fiber;
    warp.fresh &= ~lane;
    choose_code();
    body_();
    warp.live &= ~lane;
    const unsigned next = next_of_warp();
    if (next == threads_ || !(warp.fresh >> next % kWarpSize & 1)) fibers_.switch_to(fiber, fiber_of(next));
  }
}

/// A lane that has run for long: is it to stop?
void KernelMachine::tire() {
  await_turn();  // it may be waiting for what a block before it does
  burnt_ += kFuel;
  fuel_ = kFuel;
  if (std::has_single_bit(burnt_)) observe(running_, kMostLooks);
  if (stop_) end_late(line_);
  if (burnt_ > kEndlessBlocks)
    end(FindingKind::endless, finding_words::kEndless, {thread_word(running_), block_word(), line_word(line_)},
        line_);
}

/// Where the line is not known yet, or the lane has run for long.
void KernelMachine::reach_slowly(std::uintptr_t place) {
  if (fuel_ == 0) tire();
  ++fuel_;
  lines_.line_before(static_cast<std::uint32_t>(place - lines_.base()));
  reach_block(place);
}

void KernelMachine::end_late(unsigned line) {
  const Sentence words = late_words(running_, line);
  end(FindingKind::endless, words.english(), words.values(), line);
}

void KernelMachine::stop_for_others() {
  warps_[running_ / kWarpSize].stopped |= 1u << running_ % kWarpSize;
  leave();
}

void KernelMachine::end_thread(FindingKind kind, const char* english, std::vector<Sentence> values, unsigned line) {
  values.insert(values.begin(), {thread_word(running_), block_word()});
  values.push_back(line_word(line));
  end(kind, english, std::move(values), line);
}

void KernelMachine::end(FindingKind kind, const char* english, std::vector<Sentence> values, unsigned line) {
  if (findings_.empty()) findings_.push_back({});
  Finding& finding = findings_.back();
  finding.kind = kind;
  finding.block = block_;
  finding.threads = {running_};
  if (line != 0) finding.lines = {line};
  finding.sentence = Sentence::of(english, std::move(values));
  leave_for_good();
}

/// Nothing of a lane needs a destructor, so it is left where it stands.
void KernelMachine::leave_for_good() {
  const unsigned fiber = fiber_of(running_);
  pending_ = 0;
  running_ = threads_;
  fibers_.switch_to(fiber, threads_);
  __builtin_unreachable();
}

}  // namespace lanescope
