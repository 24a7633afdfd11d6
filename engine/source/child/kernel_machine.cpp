#include "engine/source/child/kernel_machine.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "engine/source/child/kernel_steps.h"
#include "engine/source/finding_words.h"

__thread LanescopeIndex threadIdx, blockIdx;
LanescopeIndex blockDim, gridDim;

namespace lanescope {

constinit thread_local KernelMachine* the_machine = nullptr;

namespace {

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
  waits_for_grid_ = false;
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
  is_light_ = !records_ && !checks_ && !schedule_.is_on();
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
  if (schedule_.is_on() && run_any_warp()) return findings_.empty();
  for (unsigned index = 0; index < warps_.size() && findings_.empty(); ++index) run_warp(index);
  if (!findings_.empty()) return false;
  // All wait at the barrier, or have returned.
  if (records_ && !rows_.finish_epochs()) too_many_rows_ = true;
  for (Warp& warp : warps_) warp.epoch = 0;
  return release_barrier();
}

void KernelMachine::run_warp(unsigned index) {
  while (warps_[index].ready != 0 && findings_.empty()) run_epoch(index);
  if (warps_[index].at_meeting != 0 && findings_.empty()) find_stuck_warp(index);
}

/// Any warp that can run is next; false where none can.
bool KernelMachine::run_any_warp() {
  std::vector<unsigned> able;
  for (unsigned index = 0; index < warps_.size(); ++index)
    if (warps_[index].ready != 0) able.push_back(index);
  if (able.empty()) return false;
  run_epoch(able[schedule_.pick(static_cast<unsigned>(able.size()))]);
  return true;
}

/// A loop that meets others in each round never runs for long between two waits.
void KernelMachine::stop_if_too_long(unsigned thread) {
  if (!stop_ || !findings_.empty()) return;
  const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
  findings_.push_back(
      {.kind = FindingKind::endless,
       .block = block_,
       .threads = {thread},
       .lines = {line_},
       .sentence = Sentence::of(finding_words::kTooLong, {word(job_->seconds), word(thread), word(block_),
                                                          word(job_->launch.grid_dim), word(line_)})});
}

/// Runs lanes of a warp until each of them waits.
void KernelMachine::run_epoch(unsigned index) {
  Warp& warp = warps_[index];
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
  if (warp.at_meeting != 0) hold_meetings(index);
  if (warp.ready == 0) std::swap(warp.ready, warp.stopped);
}

/// Lanes that wait for the same lanes, all of which are there or have returned, go on.
void KernelMachine::hold_meetings(unsigned index) {
  Warp& warp = warps_[index];
  const LaneMeeting* lanes = &meetings_[index * kWarpSize];
  for (std::uint32_t left = warp.at_meeting; left != 0;) {
    const LaneMeeting& first = lanes[__builtin_ctz(left)];
    std::uint32_t group = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const LaneMeeting& other = lanes[__builtin_ctz(rest)];
      const bool same = other.how == first.how && other.mask == first.mask &&
                        (other.how != Meeting::active_mask || other.line == first.line);
      if (same) group |= rest & -rest;
    }
    left &= ~group;
    // Whoever asks who is active meets those that ask in the same line, once no other lane can come.
    const bool complete = first.how == Meeting::active_mask
                              ? warp.ready == 0 && warp.stopped == 0 && group == warp.at_meeting
                              : group == (first.mask & warp.live);
    if (!complete) continue;
    hold_meeting(lanes, group);
    if (checks_ && first.how != Meeting::active_mask) note_meeting(index, group);
    warp.at_meeting &= ~group;
    warp.ready |= group;
  }
  // Else each group of askers is by itself.
  if (warp.ready == 0 && warp.stopped == 0)
    for (std::uint32_t left = warp.at_meeting; left != 0; left &= left - 1) {
      const LaneMeeting& first = lanes[__builtin_ctz(left)];
      if (first.how != Meeting::active_mask) continue;
      std::uint32_t group = 0;
      for (std::uint32_t rest = left; rest != 0; rest &= rest - 1)
        if (lanes[__builtin_ctz(rest)].how == first.how && lanes[__builtin_ctz(rest)].line == first.line)
          group |= rest & -rest;
      hold_meeting(lanes, group);
      warp.at_meeting &= ~group;
      warp.ready |= group;
      return;
    }
}

void KernelMachine::find_stuck_warp(unsigned index) {
  const Warp& warp = warps_[index];
  const auto waiting = static_cast<unsigned>(__builtin_ctz(warp.at_meeting));
  const LaneMeeting& meeting = meetings_[index * kWarpSize + waiting];
  std::uint32_t missing = meeting.mask & warp.live & ~warp.at_meeting;
  if (missing == 0) missing = (warp.at_meeting & ~(1u << waiting)) | (1u << waiting);
  const unsigned thread = index * kWarpSize + waiting,
                 other = index * kWarpSize + static_cast<unsigned>(__builtin_ctz(missing));
  findings_.push_back({.kind = FindingKind::shuffle,
                       .block = block_,
                       .threads = {thread, other},
                       .lines = {static_cast<unsigned>(meeting.line)},
                       .sentence = Sentence::of(
                           finding_words::kStuckWarp,
                           {Sentence::word(std::to_string(thread)), Sentence::word(std::to_string(block_)),
                            Sentence::word(std::to_string(meeting.line)), Sentence::word(std::to_string(other))})});
}

/// Lets every waiting lane go on; false when all have returned. Lanes that returned count as arrived.
bool KernelMachine::release_barrier() {
  int first = -1;
  int count = 0;
  for (unsigned thread = 0; thread < threads_; ++thread) {
    if (!(warps_[thread / kWarpSize].at_barrier >> thread % kWarpSize & 1)) continue;
    count += at_barriers_[thread].predicate != 0;
    if (first < 0) first = static_cast<int>(thread);
    const int line = at_barriers_[thread].line, first_line = at_barriers_[static_cast<std::size_t>(first)].line;
    if (line == first_line) continue;
    const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
    findings_.push_back(
        {.kind = FindingKind::barrier,
         .block = block_,
         .threads = {static_cast<unsigned>(first), thread},
         .lines = {static_cast<unsigned>(first_line), static_cast<unsigned>(line)},
         .sentence = Sentence::of(finding_words::kDivergentBarrier,
                                  {word(first), word(thread), word(block_), word(first_line), word(line)})});
    return false;
  }
  if (first < 0) return false;
  if (checks_) find_skipped_barrier(static_cast<unsigned>(first));
  waits_for_grid_ = at_barriers_[static_cast<std::size_t>(first)].how == BarrierKind::grid;
  if (!waits_for_grid_) release_all(count);
  return true;
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
  return {ahead, ahead + (std::chrono::steady_clock::now() - waited_until_)};
}

/// A lane goes on in the block's turn, or never.
void KernelMachine::stop_ahead() {
  if (has_its_turn()) return;
  findings_.push_back({});  // with which the block ends; nobody sees it
  leave_for_good();
}

void KernelMachine::release_grid() {
  waits_for_grid_ = false;
  release_all(0);
}

void KernelMachine::find_stuck_grid(const char* english, std::vector<Sentence> values) {
  unsigned thread = 0;
  while (!(warps_[thread / kWarpSize].at_barrier >> thread % kWarpSize & 1)) ++thread;
  const auto line = static_cast<unsigned>(at_barriers_[thread].line);
  values.insert(values.begin(), {Sentence::word(std::to_string(thread)), Sentence::word(std::to_string(block_))});
  values.push_back(Sentence::word(std::to_string(line)));
  findings_.push_back({.kind = FindingKind::barrier,
                       .block = block_,
                       .threads = {thread},
                       .lines = {line},
                       .sentence = Sentence::of(english, std::move(values))});
}

/// `count`: of the threads whose predicate holds.
void KernelMachine::release_all(int count) {
  int waiting = 0;
  for (Warp& warp : warps_) {
    waiting += __builtin_popcount(warp.at_barrier);
    std::swap(warp.ready, warp.at_barrier);
  }
  barrier_result_[static_cast<int>(BarrierKind::count)] = count;
  barrier_result_[static_cast<int>(BarrierKind::all)] = count == waiting;
  barrier_result_[static_cast<int>(BarrierKind::any)] = count != 0;
  rows_.barrier();
  if (checks_) checks_->barrier();
}

/// A thread that returned is waited for no more; one that ran to the end went past a barrier in a branch.
void KernelMachine::find_skipped_barrier(unsigned waiting) {
  for (unsigned index = 0; index < warps_.size(); ++index) {
    if (warps_[index].ended == 0) continue;
    const unsigned other = index * kWarpSize + static_cast<unsigned>(__builtin_ctz(warps_[index].ended));
    const auto line = static_cast<unsigned>(at_barriers_[waiting].line);
    const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
    Finding finding{.kind = FindingKind::barrier, .block = block_, .threads = {waiting, other}, .lines = {line}};
    finding.sentence =
        Sentence::of(finding_words::kSkippedBarrier, {word(waiting), word(block_), word(line), word(other)});
    return checks_->tell(std::move(finding));
  }
}

void KernelMachine::reach_end() {
  warps_[running_ / kWarpSize].ended |= 1u << running_ % kWarpSize;
  if (records_ && path_.has_row()) path_.row().ends = true;
}

/// Lanes that have not begun begin where the one before them ended: a switch costs more than many a kernel. The fiber
/// never returns, since the processor would foresee that wrongly.
void KernelMachine::run_lanes(unsigned fiber) {
  for (;;) {
    Warp& warp = warps_[running_ / kWarpSize];
    const std::uint32_t lane = 1u << running_ % kWarpSize;
    fibers_of_lanes_[running_] = fiber;
    warp.fresh &= ~lane;
    body_();
    warp.live &= ~lane;
    const unsigned next = next_of_warp();
    if (next == threads_ || !(warp.fresh >> next % kWarpSize & 1)) fibers_.switch_to(fiber, fiber_of(next));
  }
}

void KernelMachine::meet(std::uintptr_t place, const LaneMeeting& meeting) {
  const unsigned thread = running_;
  if (records_ && meeting.how != Meeting::sync_warp && meeting.how != Meeting::active_mask) {
    line_ = static_cast<std::uint32_t>(meeting.line);
    path_.reach(static_cast<std::uint32_t>(place - lines_.base()), line_);
    path_.row().works = true;
  }
  if (meeting.how != Meeting::active_mask && !(meeting.mask >> thread % kWarpSize & 1)) {
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", meeting.mask);
    end_thread(FindingKind::shuffle, finding_words::kOutsideMask, {Sentence::word(mask)},
               static_cast<unsigned>(meeting.line));
  }
  meetings_[thread] = meeting;
  warps_[thread / kWarpSize].at_meeting |= 1u << thread % kWarpSize;
  leave();
}

/// Memory of lanes themselves has no order to keep.
void KernelMachine::note_order(const MemoryPlace& place, AccessChecks::Access access) {
  access.is_shared = place.kind == MemoryPlace::Kind::shared;
  checks_->note(running_, access);
}

/// Lanes that meet are in order; one that takes a value from a lane that is not there takes nothing.
void KernelMachine::note_meeting(unsigned warp, std::uint32_t group) {
  const LaneMeeting* lanes = &meetings_[warp * kWarpSize];
  const Warp& here = warps_[warp];
  checks_->meet(warp, group, group == (here.live | group));
  for (std::uint32_t left = group; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const int source = absent_source(lanes, group, lane);
    if (source < 0) continue;
    const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
    const unsigned thread = warp * kWarpSize + lane, line = static_cast<unsigned>(lanes[lane].line);
    Finding finding{.kind = FindingKind::shuffle, .block = block_, .threads = {thread}, .lines = {line}};
    finding.sentence =
        Sentence::of(finding_words::kAbsentLane, {word(thread), word(block_), word(source), word(line)});
    return checks_->tell(std::move(finding));
  }
}

/// A lane that has run for long: is it to stop?
void KernelMachine::tire() {
  await_turn();  // it may be waiting for what a block before it does
  burnt_ += kFuel;
  fuel_ = kFuel;
  const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
  if (stop_)
    end(FindingKind::endless, finding_words::kTooLong,
        {word(job_->seconds), word(running_), word(block_), word(job_->launch.grid_dim), word(line_)}, line_);
  if (burnt_ > kEndlessBlocks)
    end(FindingKind::endless, finding_words::kEndless, {word(running_), word(block_), word(line_)}, line_);
}

/// Where the line is not known yet, or the lane has run for long.
void KernelMachine::reach_slowly(std::uintptr_t place) {
  if (fuel_ == 0) tire();
  ++fuel_;
  lines_.line_before(static_cast<std::uint32_t>(place - lines_.base()));
  reach_block(place);
}

void KernelMachine::stop_for_others() {
  warps_[running_ / kWarpSize].stopped |= 1u << running_ % kWarpSize;
  leave();
}

void KernelMachine::access_volatile(std::uintptr_t place, const volatile void* address, unsigned bytes,
                                    bool writes) {
  // Code that relies on volatile expects its warp in lock step.
  const MemoryPlace found = memory_.place_of(reinterpret_cast<std::uintptr_t>(address), bytes);
  const MemoryPlace::Kind kind = found.kind;
  if (kind != MemoryPlace::Kind::local) note_turn(found, true);
  if (kind == MemoryPlace::Kind::shared || kind == MemoryPlace::Kind::array) stop_for_others();
  access(place, address, bytes, writes, true);
}

void KernelMachine::update(std::uintptr_t place, const volatile void* address, unsigned bytes, int line) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const MemoryPlace found = memory_.place_of(at, bytes);
  note_turn(found, true);
  if (schedule_.stops()) stop_for_others();
  line_ = static_cast<std::uint32_t>(line);
  check_place(found, at, bytes, true, line_);
  if (checks_)
    note_order(found, {.kind = AccessChecks::Access::Kind::update, .address = at, .bytes = bytes, .line = line_});
  if (found.kind == MemoryPlace::Kind::shared)
    note_access(AccessKind::shared_atomic, ArrayId::shared, found.offset, bytes, place, line_);
  else if (found.kind == MemoryPlace::Kind::array)
    note_access(AccessKind::atomic, found.array, found.offset, bytes, place, line_);
}

void KernelMachine::copy(void* to, const void* from, std::uint64_t bytes) {
  const MemoryPlace source = memory_.place_of(reinterpret_cast<std::uintptr_t>(from), 1),
                    target = memory_.place_of(reinterpret_cast<std::uintptr_t>(to), 1);
  if (source.kind != MemoryPlace::Kind::local) note_turn(source, false);
  if (target.kind == MemoryPlace::Kind::local) return;
  note_turn(target, true);
  constexpr unsigned kWord = 4;
  for (std::uint64_t at = 0; checks_ && at < bytes; at += kWord)
    note_order(target, {.kind = AccessChecks::Access::Kind::write,
                        .address = reinterpret_cast<std::uintptr_t>(to) + at,
                        .bytes = static_cast<unsigned>(std::min<std::uint64_t>(kWord, bytes - at)),
                        .line = line_});
}

/// Of the heap. What it gave out before may be read by nobody.
void* KernelMachine::allocate(std::uint64_t bytes) {
  await_turn();
  go_beyond_memory();
  void* place = device_heap().allocate(bytes);
  if (place && checks_)
    checks_->memory().add(reinterpret_cast<std::uintptr_t>(place), {.bytes = bytes,
                                                                    .id = ArrayId::file_variable,
                                                                    .name = "memory of malloc()",
                                                                    .element_bytes = 4,
                                                                    .is_written = false});
  return place;
}

void KernelMachine::free(void* place) {
  await_turn();
  go_beyond_memory();
  if (!place || !device_heap().free(place)) return;
  if (checks_) {
    checks_->settle();
    checks_->memory().remove(reinterpret_cast<std::uintptr_t>(place));
  }
}

void KernelMachine::check_place(const MemoryPlace& place, std::uintptr_t address, unsigned bytes, bool writes,
                                std::uint32_t line) {
  using Kind = MemoryPlace::Kind;
  const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
  if (place.kind == Kind::nowhere) {
    const auto nearest = memory_.nearest_to(address, bytes);
    if (!nearest.found) end_thread(FindingKind::bounds, finding_words::kNowhere, {}, line);
    findings_.push_back(
        {.kind = FindingKind::bounds, .array = nearest.id, .array_name = nearest.name, .index = nearest.index});
    end_thread(FindingKind::bounds, finding_words::kOutside,
               {word(nearest.index), Sentence::word(nearest.name), word(nearest.elements)}, line);
  }
  if (writes && place.kind == Kind::constant) end_thread(FindingKind::bounds, finding_words::kConstant, {}, line);
  if ((place.kind == Kind::array || place.kind == Kind::shared) && address % bytes != 0) {
    const bool shared = place.kind == Kind::shared;
    end_thread(FindingKind::misaligned, finding_words::kMisaligned,
               {word(bytes), word(place.offset),
                Sentence::word(shared ? "shared memory" : memory_.nearest_to(address, bytes).name)},
               line);
  }
}

void KernelMachine::end_thread(FindingKind kind, const char* english, std::vector<Sentence> values, unsigned line) {
  values.insert(values.begin(), {Sentence::word(std::to_string(running_)), Sentence::word(std::to_string(block_))});
  values.push_back(Sentence::word(std::to_string(line)));
  end(kind, english, std::move(values), line);
}

void KernelMachine::end(FindingKind kind, const char* english, std::vector<Sentence> values, unsigned line) {
  if (findings_.empty()) findings_.push_back({});
  Finding& finding = findings_.back();
  finding.kind = kind;
  finding.block = block_;
  finding.threads = {running_};
  finding.lines = {line};
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
