#include "engine/emulator/block_machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

BlockMachine::BlockMachine(unsigned block_dim, unsigned element_bytes)
    : block_dim_(block_dim),
      record_((block_dim + kWarpSize - 1) / kWarpSize, element_bytes),
      warps_((block_dim + kWarpSize - 1) / kWarpSize),
      exchange_(warps_.size() * 2 * kExchangeBytes),
      fibers_(block_dim, lane_main, this) {}

const BlockRecord& BlockMachine::run(std::uint64_t block, Detail detail, bool keep_addresses,
                                     const LaneBody& body) {
  detail_ = detail;
  block_ = block;
  body_ = &body;
  record_.begin(block, detail == Detail::full, keep_addresses);
  log_.clear();
  for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
    const unsigned lanes = std::min<unsigned>(kWarpSize, block_dim_ - warp * kWarpSize);
    warps_[warp] = {};
    warps_[warp].live = warps_[warp].ready = live_lanes(lanes);
  }
  do {
    for (unsigned warp = 0; warp < warps_.size() && findings_.empty(); ++warp) run_warp(warp);
  } while (findings_.empty() && release_barrier());
  return record_;
}

/// Runs a warp until all its lanes wait at the barrier or have returned.
void BlockMachine::run_warp(unsigned index) {
  Warp& warp = warps_[index];
  while (warp.ready) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(warp.ready));
    pending_ = warp.ready & (warp.ready - 1);
    warp.ready = 0;
    running_ = index * kWarpSize + first;
    log_.begin_lane(first);
    step_ = -1;
    fibers_.run(running_);
    if (!findings_.empty()) return;
    if (detail_ == Detail::full) record_.take(index, log_);
    if (warp.at_warp_wait && warp.at_warp_wait == warp.live) std::swap(warp.ready, warp.at_warp_wait);
  }
  if (warp.at_warp_wait) find_waiting_lanes(index);
}

/// Some lanes of a warp wait for others, which wait elsewhere.
void BlockMachine::find_waiting_lanes(unsigned index) {
  const Warp& warp = warps_[index];
  const std::uint32_t missing = warp.live & ~warp.at_warp_wait;
  const auto first_of = [&](std::uint32_t lanes) {
    return index * kWarpSize + static_cast<unsigned>(__builtin_ctz(lanes));
  };
  findings_.push_back({.kind = FindingKind::shuffle,
                       .block = block_,
                       .threads = {first_of(warp.at_warp_wait), first_of(missing)},
                       .sentence = Sentence(
                           "Warp {} waits forever: lanes {} are at a shuffle or a warp barrier that lanes {} never "
                           "reach.",
                           index, fmt::format("{:08x}", warp.at_warp_wait), fmt::format("{:08x}", missing))});
}

/// Apart from end_out_of_bounds(), in which the lane stops: what has a destructor must not be on its stack then.
[[gnu::noinline]] void BlockMachine::note_out_of_bounds(ArrayId array, std::uint64_t index, std::uint64_t size,
                                                        unsigned line) {
  findings_.push_back(
      {.kind = FindingKind::bounds,
       .array = array,
       .index = static_cast<std::int64_t>(index),
       .block = block_,
       .threads = {running_},
       .lines = {line},
       .step = step_ < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(step_)),
       .sentence = Sentence("Thread {} reads or writes element {} of an array of {} (kernel line {}).", running_,
                            index, size, line)});
}

void BlockMachine::end_out_of_bounds(ArrayId array, std::uint64_t index, std::uint64_t size, unsigned line) {
  note_out_of_bounds(array, index, size, line);
  // Nothing of a lane needs a destructor, so it is left where it stands.
  pending_ = 0;
  leave(running_);
  __builtin_unreachable();
}

/// Lets every waiting lane go on; false when all have returned. Lanes that returned count as arrived.
bool BlockMachine::release_barrier() {
  bool any = false;
  for (auto& warp : warps_) {
    any |= warp.at_barrier != 0;
    std::swap(warp.ready, warp.at_barrier);
  }
  if (any) record_.barrier();
  return any;
}

unsigned BlockMachine::lane_main(void* self, unsigned thread) {
  BlockMachine& machine = *static_cast<BlockMachine*>(self);
  (*machine.body_)(thread);
  machine.warps_[thread / kWarpSize].live &= ~(1u << thread % kWarpSize);
  return machine.next_of_warp(thread);
}

std::byte* BlockMachine::shared_memory(std::size_t bytes) {
  if (shared_.size() < bytes) shared_.resize(bytes);
  return shared_.data();
}

}  // namespace lanescope
