// Where lanes of a KernelMachine wait for others: meetings of a warp, barriers of a block, and what is wrong with
// them.
#include <cstdio>

#include "engine/source/child/kernel_machine.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/finding_words.h"

namespace lanescope {

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
    if (rows_.values().keeps()) note_exchanges(index, group);
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
  findings_.push_back(
      {.kind = FindingKind::shuffle,
       .block = block_,
       .threads = {thread, other},
       .lines = {static_cast<unsigned>(meeting.line)},
       .sentence = Sentence::of(finding_words::kStuckWarp,
                                {thread_word(thread), block_word(), line_word(static_cast<unsigned>(meeting.line)),
                                 thread_word(other)})});
}

void KernelMachine::meet(std::uintptr_t place) {
  const unsigned thread = running_;
  const LaneMeeting& meeting = meetings_[thread];
  if (records_ && meeting.how != Meeting::sync_warp && meeting.how != Meeting::active_mask) {
    line_ = static_cast<std::uint32_t>(meeting.line);
    if (is_own_line(line_)) own_line_ = line_;
    path_.reach(static_cast<std::uint32_t>(place - lines_.base()), own_line_);
    path_.row().works = true;
    if (rows_.values().keeps()) rows_.values().note_arrival(thread, path_.index());
  }
  if (meeting.how != Meeting::active_mask && !(meeting.mask >> thread % kWarpSize & 1)) {
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", meeting.mask);
    end_thread(FindingKind::shuffle, finding_words::kOutsideMask, {Sentence::word(mask)},
               static_cast<unsigned>(meeting.line));
  }
  if (observes_) forget(thread);
  warps_[thread / kWarpSize].at_meeting |= 1u << thread % kWarpSize;
  leave();
  go_on_in(meeting.line);
}

void KernelMachine::note_exchanges(unsigned warp, std::uint32_t group) {
  const LaneMeeting* lanes = &meetings_[warp * kWarpSize];
  rows_.values().begin_meeting();
  for (std::uint32_t left = group; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const int source = shuffle_source(lanes, group, lane);
    if (source < 0) return;
    const unsigned first = warp * kWarpSize;
    rows_.values().note_exchange(first + lane, first + static_cast<unsigned>(source), lanes[source].value,
                                 lanes[lane].bytes);
  }
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
    finding.sentence = Sentence::of(finding_words::kAbsentLane,
                                    {thread_word(thread), block_word(), word(source), line_word(line)});
    return checks_->tell(std::move(finding));
  }
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
    findings_.push_back({.kind = FindingKind::barrier,
                         .block = block_,
                         .threads = {static_cast<unsigned>(first), thread},
                         .lines = {static_cast<unsigned>(first_line), static_cast<unsigned>(line)},
                         .sentence = Sentence::of(finding_words::kDivergentBarrier,
                                                  {thread_word(first), thread_word(thread), block_word(),
                                                   line_word(static_cast<unsigned>(first_line)),
                                                   line_word(static_cast<unsigned>(line))})});
    return false;
  }
  if (first < 0) return false;
  if (checks_) find_skipped_barrier(static_cast<unsigned>(first));
  waits_for_grid_ = at_barriers_[static_cast<std::size_t>(first)].how == BarrierKind::grid;
  if (!waits_for_grid_) release_all(count);
  return true;
}

void KernelMachine::release_grid() {
  waits_for_grid_ = false;
  release_all(0);
}

void KernelMachine::find_stuck_grid(const char* english, std::vector<Sentence> values) {
  unsigned thread = 0;
  while (!(warps_[thread / kWarpSize].at_barrier >> thread % kWarpSize & 1)) ++thread;
  const auto line = static_cast<unsigned>(at_barriers_[thread].line);
  values.insert(values.begin(), {thread_word(thread), block_word()});
  values.push_back(line_word(line));
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
    Finding finding{.kind = FindingKind::barrier, .block = block_, .threads = {waiting, other}, .lines = {line}};
    finding.sentence = Sentence::of(finding_words::kSkippedBarrier,
                                    {thread_word(waiting), block_word(), line_word(line), thread_word(other)});
    return checks_->tell(std::move(finding));
  }
}

}  // namespace lanescope
