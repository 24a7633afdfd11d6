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
extern __thread unsigned lanescope_mode;  // of the functions that the thread enters, a CodeMode
}

namespace lanescope {

[[gnu::always_inline]] inline void KernelMachine::show(unsigned thread) const {
  threadIdx = {places_[thread][0], places_[thread][1], places_[thread][2]};
}

/// A lane of the warp begins its part of the epoch.
[[gnu::always_inline]] inline void KernelMachine::begin_lane(unsigned lane) {
  if (records_) {
    path_.begin_lane(lane);
    log_.begin_lane(lane);
    own_line_ = 0;
  }
  line_ = 0;
  looks_ = 0;
  in_foreign_block_ = false;
  ran_ += ran_by_lane();
  fuel_ = kFuel;
  burnt_ = 0;
}

/// The next lane of the warp that is to run in this epoch, or the scheduler.
[[gnu::always_inline]] inline unsigned KernelMachine::next_of_warp() {
  unsigned next = threads_;
  if (pending_ != 0) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(pending_));
    pending_ &= pending_ - 1;
    next = running_ / kWarpSize * kWarpSize + lane;
    begin_lane(lane);
    show(next);
  }
  running_ = next;
  return next;
}

/// The fiber in which a thread waits, or will begin.
[[gnu::always_inline]] inline unsigned KernelMachine::fiber_of(unsigned thread) const {
  return fibers_of_lanes_[thread];
}

[[gnu::always_inline]] inline void KernelMachine::leave() {
  const unsigned fiber = fiber_of(running_);
  fibers_.switch_to(fiber, fiber_of(next_of_warp()));
}

/// What is called behind a wait may be in a header that has no lines of the file.
[[gnu::always_inline]] inline void KernelMachine::go_on_in(int line) {
  line_ = static_cast<std::uint32_t>(line);
  if (is_own_line(line_)) own_line_ = line_;
}

[[gnu::always_inline]] inline int KernelMachine::wait_for_block(BarrierKind how, int predicate, int line) {
  const unsigned thread = running_;
  at_barriers_[thread] = {how, predicate, line};
  if (observes_) [[unlikely]]
    forget(thread);
  warps_[thread / kWarpSize].at_barrier |= 1u << thread % kWarpSize;
  leave();
  go_on_in(line);
  return barrier_result_[static_cast<int>(how)];
}

[[gnu::always_inline]] inline void KernelMachine::reach_block(std::uintptr_t place) {
  const std::uintptr_t offset = place - code_base_;
  if (records_ && fuel_ > 1)
    if (const LanePath::Row* row = path_.follow(static_cast<std::uint32_t>(offset))) [[likely]] {
      --fuel_;
      line_ = own_line_ = row->place_line;
      in_foreign_block_ = false;
      return;
    }
  const std::uint32_t line = offset < line_table_.size() ? line_table_[offset] : 0;
  if (--fuel_ == 0 || line == CodeLines::kUnknown) [[unlikely]]
    return reach_slowly(place);
  if (line != 0) line_ = line;
  if (!records_) return;
  in_foreign_block_ = !is_own_line(line);
  if (in_foreign_block_) return;
  own_line_ = line;
  path_.reach(static_cast<std::uint32_t>(offset), line);
}

[[gnu::always_inline]] inline void KernelMachine::enter_function(std::uintptr_t site) {
  if (records_) path_.enter_function(static_cast<std::uint32_t>(site - code_base_));
}
[[gnu::always_inline]] inline void KernelMachine::leave_function() {
  if (records_) path_.leave_function();
}

/// Notes the line of a place in the code, if it is in one of the file; false where that is not known yet.
[[gnu::always_inline]] inline bool KernelMachine::note_line(std::uintptr_t place) {
  const std::uintptr_t offset = place - code_base_;
  if (offset >= line_table_.size()) return false;
  const std::uint32_t line = line_table_[offset];
  if (line == CodeLines::kUnknown) return false;
  if (line != 0) line_ = line;
  return true;
}

[[gnu::always_inline]] inline bool KernelMachine::access_lightly(std::uintptr_t place, const volatile void* address,
                                                                 unsigned bytes, bool writes) {
  if (!is_light_) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (memory_.is_of_lanes(at)) return true;
  return memory_.knows(at, bytes, [&](unsigned bit) {
    if (writes && is_ahead_) return false;
    (writes ? written_ : read_) |= ArraySet{1} << bit;
    return true;
  }) && note_line(place);
}

/// Of an access that is not to memory of the lane itself.
[[gnu::always_inline]] inline void KernelMachine::note_turn(const MemoryPlace& place, bool tells_others) {
  if (place.kind == MemoryPlace::Kind::shared) return;
  if (place.array == ArrayId::file_variable && place.offset >= kHeapOffset) go_beyond_memory();
  if (!tells_others) {
    read_ |= ArraySet{1} << place.bit;
    return;
  }
  await_turn();
  written_ |= ArraySet{1} << place.bit;
}

[[gnu::always_inline]] inline void KernelMachine::note_access(AccessPlace access) {
  if (!records_) return;
  if (is_own_line(access.line))
    own_line_ = access.line;
  else
    access.line = own_line_;
  // The first access of a basic block says which line the row is of; one of another line begins a row.
  if (in_foreign_block_ || !path_.has_row() || (path_.row().works && path_.row().line != access.line))
    path_.reach(static_cast<std::uint32_t>(access.code - lines_.base()), access.line);
  in_foreign_block_ = false;
  LanePath::Row& row = path_.row();
  if (!row.works) row.line = access.line;
  row.works = true;
  if (with_accesses_)
    log_.add({static_cast<std::int32_t>(path_.index()), static_cast<std::uint16_t>(access.line), access.kind,
              access.array, static_cast<std::uint8_t>(access.bytes),
              static_cast<std::uint32_t>(access.code - lines_.base())},
             access.offset);
  if (rows_.values().keeps()) [[unlikely]]
    rows_.values().note(running_, path_.index(), access.kind, access.array, access.offset, access.address,
                        access.bytes);
}

[[gnu::always_inline]] inline void KernelMachine::access(std::uintptr_t place, const volatile void* address,
                                                         unsigned bytes, bool writes, bool is_volatile,
                                                         WholeObject whole) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const MemoryPlace found = memory_.place_of(at, bytes);
  if (found.kind == MemoryPlace::Kind::local) return;
  note_turn(found, writes);
  if (schedule_.stops()) stop_for_others();
  if (observes_) [[unlikely]]
    look(place);
  if (!note_line(place)) {
    const std::uint32_t line = lines_.line_before(static_cast<std::uint32_t>(place - lines_.base()));
    if (line != 0) line_ = line;
  }
  const std::uint32_t line = line_;
  if (found.kind >= MemoryPlace::Kind::constant || at % bytes != 0)
    check_place(found, at, bytes, writes ? LineAccess::write : LineAccess::read, line);
  if (observes_) [[unlikely]]
    note_word(at, bytes, line);
  if (checks_)
    note_order(found, {.kind = writes ? AccessChecks::Access::Kind::write : AccessChecks::Access::Kind::read,
                       .is_volatile = is_volatile,
                       .address = at,
                       .bytes = bytes,
                       .line = line,
                       .blocks = ran_ + ran_by_lane(),
                       .whole = whole});
  if (found.kind == MemoryPlace::Kind::shared)
    note_access({writes ? AccessKind::shared_store : AccessKind::shared_load, ArrayId::shared, found.offset, at,
                 bytes, place, line});
  else if (found.kind == MemoryPlace::Kind::array)
    note_access({writes ? AccessKind::global_store : AccessKind::global_load, found.array, found.offset, at, bytes,
                 place, line});
}

}  // namespace lanescope
