// The part of KernelMachine that runs for every access, basic block and switch of a lane: inlined into the
// callbacks, since each call would cost as much as its work.
#pragma once

#include "engine/source/child/kernel_machine.h"

// What kernels see as threadIdx and the like: of the thread that runs.
extern "C" {
struct LanescopeIndex {
  unsigned x, y, z;
};
extern __thread LanescopeIndex threadIdx, blockIdx;  // each thread of the process has its own block
extern LanescopeIndex blockDim, gridDim;
}

namespace lanescope {

[[gnu::always_inline]] inline void KernelMachine::show(unsigned thread) const {
  threadIdx = {places_[thread][0], places_[thread][1], places_[thread][2]};
}

/// The next lane of the warp that is to run in this epoch, or the scheduler.
[[gnu::always_inline]] inline unsigned KernelMachine::next_of_warp() {
  unsigned next = threads_;
  if (pending_ != 0) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(pending_));
    pending_ &= pending_ - 1;
    next = running_ / kWarpSize * kWarpSize + lane;
    path_.begin_lane(lane);
    log_.begin_lane(lane);
    line_ = 0;
    in_foreign_block_ = false;
    fuel_ = kFuel;
    burnt_ = 0;
    show(next);
  }
  running_ = next;
  return next;
}

[[gnu::always_inline]] inline void KernelMachine::leave() {
  const unsigned thread = running_;
  fibers_.switch_to(thread, next_of_warp());
}

[[gnu::always_inline]] inline int KernelMachine::wait_for_block(BarrierKind how, int predicate, int line) {
  const unsigned thread = running_;
  barrier_lines_[thread] = line;
  predicates_[thread] = predicate;
  barrier_hows_[thread] = how;
  warps_[thread / kWarpSize].at_barrier |= 1u << thread % kWarpSize;
  leave();
  return barrier_result_[static_cast<int>(how)];
}

[[gnu::always_inline]] inline void KernelMachine::reach_block(std::uintptr_t place) {
  const auto offset = static_cast<std::uint32_t>(place - lines_.base());
  const std::uint32_t line = lines_.known_line(offset);
  if (--fuel_ == 0 || line == CodeLines::kUnknown) [[unlikely]]
    return reach_slowly(place);
  in_foreign_block_ = line == 0;
  if (line == 0) return;
  line_ = line;
  if (records_) path_.reach(offset, line);
}

/// Of an access that is not to memory of the lane itself.
[[gnu::always_inline]] inline void KernelMachine::note_turn(const MemoryPlace& place, bool tells_others) {
  if (place.kind == MemoryPlace::Kind::shared) return;
  if (!tells_others) {
    if (is_ahead_) read_ahead_ |= set_of(place.array);
    return;
  }
  await_turn();
  written_ |= set_of(place.array);
}

[[gnu::always_inline]] inline void KernelMachine::note_access(AccessKind kind, ArrayId array, std::uint64_t offset,
                                                              unsigned bytes, std::uintptr_t place,
                                                              std::uint32_t line) {
  if (!records_) return;
  // The first access of a basic block says which line the row is of; one of another line begins a row.
  if (in_foreign_block_ || !path_.has_row() || (path_.row().works && path_.row().line != line))
    path_.reach(static_cast<std::uint32_t>(place - lines_.base()), line);
  in_foreign_block_ = false;
  LanePath::Row& row = path_.row();
  if (!row.works) row.line = line;
  row.works = true;
  if (with_accesses_)
    log_.add({static_cast<std::int32_t>(path_.index()), static_cast<std::uint16_t>(line), kind, array,
              static_cast<std::uint8_t>(bytes)},
             offset);
}

[[gnu::always_inline]] inline void KernelMachine::access(std::uintptr_t place, const volatile void* address,
                                                         unsigned bytes, bool writes, bool is_volatile) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const MemoryPlace found = memory_.place_of(at, bytes);
  if (found.kind == MemoryPlace::Kind::local) return;
  if (turns_) note_turn(found, writes);
  if (schedule_.stops()) stop_for_others();
  std::uint32_t line = lines_.line_before(static_cast<std::uint32_t>(place - lines_.base()));
  if (line == 0) line = line_;
  line_ = line;
  if (found.kind == MemoryPlace::Kind::nowhere || found.kind == MemoryPlace::Kind::constant || at % bytes != 0)
    check_place(found, at, bytes, writes, line);
  if (checks_)
    note_order(found, {.kind = writes ? AccessChecks::Access::Kind::write : AccessChecks::Access::Kind::read,
                       .is_volatile = is_volatile,
                       .address = at,
                       .bytes = bytes,
                       .line = line});
  if (found.kind == MemoryPlace::Kind::shared)
    note_access(writes ? AccessKind::shared_store : AccessKind::shared_load, ArrayId::shared, found.offset, bytes,
                place, line);
  else if (found.kind == MemoryPlace::Kind::array)
    note_access(writes ? AccessKind::global_store : AccessKind::global_load, found.array, found.offset, bytes,
                place, line);
}

}  // namespace lanescope
