// Lanes of a KernelMachine that wait in a loop for what others are to write: those that run on and on are observed,
// and one that stands still lets the others go on until memory that it looked at has changed. So a lane that nobody
// can help is told from one that waits for its turn.
#include <algorithm>
#include <bit>
#include <iterator>

#include "engine/source/child/kernel_machine.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/finding_words.h"

namespace lanescope {

/// Where nobody watches what lanes read, it is not known what they wait for.
void KernelMachine::observe(unsigned thread, unsigned most_looks) {
  if (has_unwatched_lanes_) return;
  is_light_ = false;
  observed_.insert_or_assign(thread, StandingStill(most_looks));
  observes_ = true;
}

void KernelMachine::forget(unsigned thread) {
  observed_.erase(thread);
  if (!observed_.empty()) return;
  observes_ = false;
  is_light_ = is_plain();
}

/// Lanes that stop for others at every access do not run for long between two waits, and yet may never come to
/// more.
void KernelMachine::observe_warp(const Warp& before, unsigned index) {
  constexpr std::uint32_t kManyTurns = 1 << 10, kTurnsALook = 64, kMostLooks = 300;
  Warp& warp = warps_[index];
  const bool has_moved =
      warp.live != before.live || warp.at_barrier != before.at_barrier || warp.at_meeting != before.at_meeting;
  warp.turns = has_moved ? 0 : warp.turns + 1;
  if (warp.standing != 0 && warp.turns % kManyTurns == 0) wake(index);  // others may go on for ever
  if (warp.turns < kManyTurns || !std::has_single_bit(warp.turns)) return;
  for (std::uint32_t lanes = warp.ready | warp.stopped; lanes != 0; lanes &= lanes - 1)
    observe(index * kWarpSize + static_cast<unsigned>(__builtin_ctz(lanes)),
            std::min(warp.turns / kTurnsALook, kMostLooks));
}

/// Before an access.
void KernelMachine::look(std::uintptr_t place) {
  const unsigned thread = running_;
  const auto found = observed_.find(thread);
  if (found == observed_.end()) return;
  const auto top = reinterpret_cast<std::uintptr_t>(fibers_.stacks().top(fiber_of(thread)));
  const auto seen = found->second.look(place, top, asked_beyond_memory_ * 2 + carries_[thread]);
  if (seen == StandingStill::Seen::nothing_yet) return;
  if (seen == StandingStill::Seen::stands) standing_[thread] = std::move(found->second);
  forget(thread);
  if (seen == StandingStill::Seen::stands) stand();
}

void KernelMachine::note_word(std::uintptr_t address, unsigned bytes, std::uint32_t line) {
  const auto found = observed_.find(running_);
  if (found != observed_.end()) found->second.note(address, bytes, line);
}

void KernelMachine::stand() {
  warps_[running_ / kWarpSize].standing |= 1u << running_ % kWarpSize;
  leave();
}

/// Lanes of the warp of which some memory has changed go on. It may not be what they wait for, so each is observed
/// again, for a moment.
bool KernelMachine::wake(unsigned index) {
  constexpr unsigned kFewLooks = 8;
  Warp& warp = warps_[index];
  for (std::uint32_t lanes = warp.standing; lanes != 0; lanes &= lanes - 1) {
    const unsigned thread = index * kWarpSize + static_cast<unsigned>(__builtin_ctz(lanes));
    const auto found = standing_.find(thread);
    if (found->second.is_as_it_was()) continue;
    standing_.erase(found);
    observe(thread, kFewLooks);
    warp.turns = 0;
    warp.standing &= ~(lanes & -lanes);
    warp.ready |= lanes & -lanes;
  }
  return warp.ready != 0;
}

bool KernelMachine::wake_any() {
  bool any = false;
  for (unsigned index = 0; index < warps_.size(); ++index) any |= wake(index);
  if (any) stands_ = false;
  return any;
}

void KernelMachine::find_standing() {
  const auto& [thread, still] = *standing_.begin();
  const StandingStill::Word& word = still.words().front();
  const auto nearest = memory_.nearest_to(word.address, word.bytes);
  const auto number = [](auto value) { return Sentence::word(std::to_string(value)); };
  Finding finding{.kind = FindingKind::endless, .block = block_, .threads = {thread}, .lines = {word.line}};
  std::vector<Sentence> values = {thread_word(thread), block_word(), line_word(word.line), number(nearest.index),
                                  Sentence::word(nearest.name)};
  // The one that it most likely waits for is one of its warp.
  unsigned waiting = threads_;
  for (unsigned i = 0; i < warps_.size() && waiting == threads_; ++i) {
    const unsigned index = (thread / kWarpSize + i) % static_cast<unsigned>(warps_.size());
    if (const std::uint32_t lanes = warps_[index].at_meeting | warps_[index].at_barrier)
      waiting = index * kWarpSize + static_cast<unsigned>(__builtin_ctz(lanes));
  }
  if (waiting < threads_) {
    const bool meets = warps_[waiting / kWarpSize].at_meeting >> waiting % kWarpSize & 1;
    const auto line = static_cast<unsigned>(meets ? meetings_[waiting].line : at_barriers_[waiting].line);
    finding.threads.push_back(waiting);
    finding.lines.push_back(line);
    values.insert(values.end(), {thread_word(waiting), line_word(line)});
  }
  finding.sentence = Sentence::of(
      waiting < threads_ ? finding_words::kWaitsForWaiting : finding_words::kWaitsForNobody, std::move(values));
  findings_.push_back(std::move(finding));
}

}  // namespace lanescope
