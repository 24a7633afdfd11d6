// One block of a user's kernel at a time: its threads are fibers that run one after another until they must wait.
// What they access and where they are comes from the callbacks that the compiler put into the code (callbacks.cpp).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "engine/emulator/fibers.h"
#include "engine/source/child/access_checks.h"
#include "engine/source/child/block_turns.h"
#include "engine/source/child/code_lines.h"
#include "engine/source/child/kernel_memory.h"
#include "engine/source/child/kernel_rows.h"
#include "engine/source/child/lane_path.h"
#include "engine/source/child/lane_schedule.h"
#include "engine/source/child/place_words.h"
#include "engine/source/child/standing_still.h"
#include "engine/source/job.h"
#include "engine/source/line_accesses.h"
#include "engine/source/twins.h"
#include "engine/trace/request_log.h"

namespace lanescope {

/// What lanes of a warp meet for, as engine/source/device names it.
enum class Meeting : int {
  sync_warp,
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  ballot,
  any,
  all,
  match_any,
  match_all,
  add,
  min,
  max,
  unsigned_min,
  unsigned_max,
  bits_and,
  bits_or,
  bits_xor,
  active_mask
};
enum class BarrierKind : int { sync, count, all, any, grid };

/// What a lane brings to a meeting, and where it gets what it takes away.
struct LaneMeeting {
  Meeting how = Meeting::sync_warp;
  std::uint32_t mask = 0;
  const void* value = nullptr;
  void* result = nullptr;
  unsigned bytes = 0;
  int argument = 0, width = 32, line = 0;
};

/// Gives every lane of `group` its result.
void hold_meeting(const LaneMeeting* lanes, std::uint32_t group);

/// The lane whose value each one of a group gets that shuffles; -1: this is no shuffle.
int shuffle_source(const LaneMeeting* lanes, std::uint32_t group, unsigned lane);

/// The lane from which this one of `group` would get a value, and which is not there; -1: there is none such.
int absent_source(const LaneMeeting* lanes, std::uint32_t group, unsigned lane);

class KernelMachine {
 public:
  /// For launches of blocks of so many threads. `guarded`: a stack that runs over is told from a wild pointer; the
  /// system has some 65,000 guards for all.
  KernelMachine(unsigned threads, CodeLines& lines, KernelMemory& memory, bool guarded = true);

  /// `body` calls the kernel for the thread that runs. The job stays the caller's.
  void begin_launch(const KernelJob& job, std::function<void()> body);

  /// From now on accesses are checked for their order; null: not. They stay the caller's.
  void set_checks(AccessChecks* checks) { checks_ = checks; }
  /// From now on blocks may run before their turn; null: each begins when those before it are done. They stay the
  /// caller's.
  void set_turns(BlockTurns* turns) { turns_ = turns; }

  /// Of blocks of which nobody records, checks or orders what lanes do: whether all of it is watched from now on,
  /// or only stores, volatile accesses and atomics of them. `reads`: arrays that lanes may read without being
  /// watched.
  void watch(bool all, ArraySet reads) {
    watches_all_ = all;
    unwatched_reads_ = reads;
  }
  /// Whether every access of the block was looked at.
  bool is_watched() const { return !has_unwatched_lanes_; }
  /// Whether every access of the block, which is at its end, was checked for its order.
  bool is_checked() const { return checks_ && !checks_->is_stopped(); }
  /// Basic blocks that its lanes ran where they were watched.
  std::uint64_t watched_work() const { return ran_ + ran_by_lane(); }

  /// The block runs by advance(): to its next barrier, or, where a seed decides the order, until lanes of one of
  /// its warps wait. False when it has ended; if it did something wrong, the machine cannot be used again.
  /// `resident`: which of the blocks that are there at a time it is.
  void begin(unsigned resident, std::uint64_t block);
  bool advance();
  /// None of its lanes can go on before another block changes memory: some stand still, and the others wait for
  /// those. advance() looks whether somebody has.
  bool stands() const { return stands_; }
  /// Times that a warp of the block ran.
  std::uint64_t epochs() const { return epochs_; }
  /// No block does: this one ends with a finding.
  void find_standing();
  /// Its threads wait for those of all blocks: until release_grid() there is nothing to advance.
  bool waits_for_grid() const { return waits_for_grid_; }
  void release_grid();
  /// After the block's end: waits for its turn. False where it does not count what the block did; then the machine
  /// cannot be used again.
  bool has_its_turn();
  /// To which arrays of global memory the block has written, and which it has read.
  ArraySet written() const { return written_; }
  ArraySet read() const { return read_; }
  /// It told others, or read, what is no memory of an array or of the file: output, clocks, textures, the heap.
  bool goes_beyond_memory() const { return beyond_memory_ || ends_ahead_; }
  /// How long it ran before it had to wait for its turn, and in all, and how long it waited; zero where it had its
  /// turn from the beginning.
  struct Times {
    std::chrono::nanoseconds ahead{}, in_all{}, waited{};
  };
  Times times() const;
  /// It did what only blocks in turn may do.
  bool ends_ahead() const { return ends_ahead_; }
  /// Nobody comes: the block ends with a finding, which has a thread, its block and the line behind its values.
  void find_stuck_grid(const char* english, std::vector<Sentence> values);
  /// Threads that a block of the kernel may have, where this one has more: the launch is refused. 0: it is not.
  unsigned exceeded_bound() const { return exceeded_bound_; }
  /// Before advance(), where another machine ran.
  void enter() const;
  const std::vector<Finding>& findings() const { return findings_; }
  const KernelRows& rows() const { return rows_; }
  bool has_too_many_rows() const { return too_many_rows_; }
  KernelMemory::Range stacks() const;

  // --- called by lanes, and by what watches them ---
  bool is_running() const { return running_ < threads_; }
  void reach_block(std::uintptr_t place);
  void access(std::uintptr_t place, const volatile void* address, unsigned bytes, bool writes,
              bool is_volatile = false, WholeObject whole = {});
  /// The same where nobody records, checks or orders what lanes do; false: it is for access().
  bool access_lightly(std::uintptr_t place, const volatile void* address, unsigned bytes, bool writes);
  /// Of an object that is wider than any instruction of a GPU: it is made of words.
  void access_object(std::uintptr_t place, void* address, unsigned bytes, bool writes);
  /// What a kernel copies by memcpy() and the like, word by word; of `from` null it fills `to`.
  void move(std::uintptr_t place, void* to, const void* from, std::uint64_t bytes);
  /// An access that is not within the variable it is made to, which only the compiler knows.
  void leave_variable(std::uintptr_t place, std::uintptr_t address);
  void access_volatile(std::uintptr_t place, const volatile void* address, unsigned bytes, bool writes);
  /// The same of a word that others may rely on, by a call in that line; 0: where the lane is.
  void access_strongly(std::uintptr_t place, const volatile void* address, unsigned bytes, bool writes,
                       std::uint32_t line);
  void update(std::uintptr_t place, const volatile void* address, unsigned bytes, int line);
  void enter_function(std::uintptr_t site);
  void leave_function();
  /// The lane is about to do what other blocks may see.
  void await_turn() {
    if (is_ahead_) stop_ahead();
  }
  /// Copies that the compiler or the kernel makes by a call: no request is counted, but what they write is written.
  void copy(void* to, const void* from, std::uint64_t bytes);
  /// The lane is about to change what is memory at all, which later blocks must know from their beginning.
  void end_ahead() {
    await_turn();
    ends_ahead_ = true;
  }
  void go_beyond_memory() {
    beyond_memory_ = true;
    ++asked_beyond_memory_;
  }
  /// For a clock: basic blocks that lanes of this block ran since this was asked last. Who asks again and again
  /// waits for a time, and large steps bring it there.
  std::uint64_t ticks_since_last_look() {
    constexpr unsigned kManyLooks = 10'000;
    constexpr std::uint64_t kLargeStep = 1 << 16;
    const std::uint64_t all = ran_ + ran_by_lane();
    return all - std::exchange(looked_at_, all) + (++looks_ > kManyLooks ? kLargeStep : 0);
  }
  KernelMemory& memory() { return memory_; }
  void fence() {
    if (checks_) checks_->fence(running_);
  }
  void* allocate(std::uint64_t bytes);
  void free(void* place);
  int wait_for_block(BarrierKind how, int predicate, int line);
  /// What the running lane brings to the meeting that it comes to next. It is put there field by field: a copy of
  /// one that has just been written waits for all of it.
  LaneMeeting& meeting_of_lane() { return meetings_[running_]; }
  void meet(std::uintptr_t place);
  /// The lane begins a kernel whose blocks have at most so many threads.
  void begin_bounded(unsigned most);
  /// The lane comes to the end of the kernel, and did not return before.
  void reach_end();
  static void stop_soon() { stop_ = true; }  ///< from a signal

  /// Ends the block with a finding. `line` 0: where the lane is.
  [[noreturn]] void end(FindingKind kind, const char* english, std::vector<Sentence> values, unsigned line);
  /// The same, with "Thread {} of block {}" before the values, and the line behind.
  [[noreturn]] void end_thread(FindingKind kind, const char* english, std::vector<Sentence> values, unsigned line);
  /// The lane came to memory that is none of the kernel's, which the system told.
  [[noreturn]] void end_outside(std::uintptr_t address, unsigned line);
  /// The lane takes too long.
  [[noreturn]] void end_late(unsigned line);
  /// The line of code where the lane is, which the system told; that where it was seen last, if it is in no line of
  /// the file.
  unsigned line_at(std::uintptr_t place);
  /// Whether it is code of the kernel's file: a lane that is there holds nothing of the process's.
  bool holds_code(std::uintptr_t place) const { return lines_.holds(place); }

  unsigned thread() const { return running_; }
  /// The flag that inline PTX carries from one sum to the next.
  bool& carry() { return carries_[running_]; }
  std::uint64_t block() const { return block_; }
  std::uint32_t line_of_lane() const { return line_; }
  /// Basic blocks of a block's lanes after which those that begin are not watched.
  static constexpr std::uint64_t kMostWatchedWork = 1 << 24;
  static constexpr std::size_t kStackBytes = 256 << 10;
  static constexpr std::uint64_t kFuel =
      1 << 16;  ///< basic blocks that a lane runs before it is asked whether it ends

 private:
  struct Warp {
    std::uint32_t live = 0, ready = 0, at_barrier = 0, at_meeting = 0;
    std::uint32_t stopped = 0;   ///< for others to go first
    std::uint32_t ended = 0;     ///< those that came to the end of the kernel
    std::uint32_t fresh = 0;     ///< those that have not begun
    std::uint32_t standing = 0;  ///< still, until memory changes
    std::uint32_t epoch = 0;     ///< since the barrier
    std::uint32_t turns = 0;     ///< in which its lanes have only stopped for others, since one did more
  };

  [[noreturn]] void run_lanes(unsigned fiber);
  void choose_code();
  bool is_plain() const { return !records_ && !checks_ && !schedule_.is_on(); }
  void begin_lane(unsigned lane);
  unsigned next_of_warp();
  unsigned fiber_of(unsigned thread) const;
  void leave();
  /// After a wait that was called in this line.
  void go_on_in(int line);
  void show(unsigned thread) const;
  void stop_for_others();
  void run_warp(unsigned index);
  bool run_any_warp();
  Sentence thread_word(unsigned thread) const { return place_word(thread, job_->block); }
  Sentence block_word() const { return place_word(block_, job_->grid); }
  void stop_if_too_long(unsigned thread);
  Sentence late_words(unsigned thread, unsigned line) const;
  void run_epoch(unsigned index);
  void hold_meetings(unsigned index);
  bool release_barrier();
  void release_all(int count);
  void find_skipped_barrier(unsigned waiting);
  void observe(unsigned thread, unsigned most_looks);
  void observe_warp(const Warp& before, unsigned index);
  void forget(unsigned thread);
  void look(std::uintptr_t place);
  void note_word(std::uintptr_t address, unsigned bytes, std::uint32_t line);
  void stand();
  bool wake(unsigned index);
  bool wake_any();
  void find_stuck_warp(unsigned index);
  /// Where an access is: in which array, and in the code.
  struct AccessPlace {
    AccessKind kind;
    ArrayId array;
    std::uint64_t offset;
    std::uintptr_t address;
    unsigned bytes;
    std::uintptr_t code;
    std::uint32_t line;
  };
  void note_access(AccessPlace access);
  bool is_of_host(const KernelMemory::Nearest& nearest, std::uintptr_t address, LineAccess access,
                  std::uint32_t line) const;
  KernelMemory::Nearest meant_array(std::uintptr_t address, unsigned bytes, LineAccess access,
                                    std::uint32_t line) const;
  void check_place(const MemoryPlace& place, std::uintptr_t address, unsigned bytes, LineAccess access,
                   std::uint32_t line);
  void note_order(const MemoryPlace& place, AccessChecks::Access access);
  void note_meeting(unsigned warp, std::uint32_t group);
  void note_exchanges(unsigned warp, std::uint32_t group);
  [[noreturn]] void leave_for_good();
  bool note_line(std::uintptr_t place);
  void note_turn(const MemoryPlace& place, bool tells_others);
  std::uint64_t ran_by_lane() const { return burnt_ + (kFuel - fuel_); }
  void stop_ahead();
  void tire();
  void reach_slowly(std::uintptr_t place);

  const KernelJob* job_ = nullptr;
  CodeLines& lines_;
  KernelMemory& memory_;
  AccessChecks* checks_ = nullptr;
  BlockTurns* turns_ = nullptr;
  std::function<void()> body_;
  const unsigned threads_;
  KernelRows rows_;
  LanePath path_;
  RequestLog log_;
  LaneSchedule schedule_;
  std::vector<Warp> warps_;
  std::vector<LaneMeeting> meetings_;  // by thread
  /// Where a thread waits for its block.
  struct AtBarrier {
    BarrierKind how = BarrierKind::sync;
    int predicate = 0, line = 0;
  };
  std::vector<AtBarrier> at_barriers_;  // by thread
  int barrier_result_[5] = {};
  bool waits_for_grid_ = false;
  bool stands_ = false;
  std::uint64_t epochs_ = 0;
  /// Of threads that ran on and on, and of those that stand still.
  std::map<unsigned, StandingStill> observed_, standing_;
  bool observes_ = false;  // some of them
  bool is_ahead_ = false;  // of its turn
  bool is_void_ = false;   // what the block did, since it read too early
  bool ends_ahead_ = false;
  bool beyond_memory_ = false;
  std::uint64_t asked_beyond_memory_ = 0;
  ArraySet read_ = 0, written_ = 0;
  std::uint64_t began_at_ = 0;                                                // whose turn it was then
  std::chrono::steady_clock::time_point began_, waited_from_, waited_until_;  // where it ran ahead
  std::vector<std::array<unsigned, 3>> places_;                               // threadIdx by thread
  std::vector<unsigned> fibers_of_lanes_;                                     // by thread, and of the scheduler
  std::vector<Finding> findings_;
  std::uint64_t block_ = 0;
  std::uint32_t line_ = 0;         // of the running lane
  std::uint32_t own_line_ = 0;     // the last one of those in the kernel's file, where lanes are recorded
  bool in_foreign_block_ = false;  // it is in a basic block of a header, so its next access has a row of its own
  std::array<bool, 1024> carries_ = {};  // by thread
  unsigned running_;                     // threads_ is the scheduler
  std::uint32_t pending_ = 0;
  std::uint64_t fuel_ = 0;  // basic blocks that the lane may still run before something is asked
  std::uint64_t burnt_ = 0;
  unsigned looks_ = 0;                     // at the clock, of the lane since it waited last
  std::uint64_t ran_ = 0, looked_at_ = 0;  // basic blocks of the block's lanes, without the one that runs
  bool is_light_ = false;                  // nobody records, checks or orders what lanes do
  bool watches_all_ = true, has_unwatched_lanes_ = false;
  ArraySet unwatched_reads_ = 0;
  std::span<const std::uint32_t> line_table_;
  std::uintptr_t code_base_ = 0;
  bool records_ = false, with_accesses_ = false, too_many_rows_ = false;
  unsigned exceeded_bound_ = 0;
  inline static volatile bool stop_ = false;
  Fibers fibers_;
};

/// The machine that runs in this thread; null until there is one.
/// Of the executable, so that whoever asks all the time needs no table.
extern constinit thread_local KernelMachine* the_machine [[gnu::tls_model("local-exec")]];

}  // namespace lanescope
