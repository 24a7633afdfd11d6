// Whether accesses of a kernel are in an order that the program itself makes: by barriers, by lanes of a warp that
// meet, by fences with atomics or volatile words. Of two accesses of one word by two threads, one a write, that are
// in no order, one is a race. It also knows what was written at all. Time is a number that rises at every event
// that orders.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/source/child/shadow_memory.h"
#include "engine/trace/finding.h"

namespace lanescope {

/// An object that is accessed word by word; of no bytes: none.
struct WholeObject {
  std::uintptr_t begin = 0;
  unsigned bytes = 0;
};

class AccessChecks {
 public:
  struct Access {
    enum class Kind : std::uint8_t { read, write, update } kind = Kind::read;
    bool is_volatile = false, is_shared = false;
    std::uintptr_t address = 0;
    unsigned bytes = 4, line = 0;
    std::uint64_t blocks = 0;  ///< basic blocks that lanes of the block have come to: whether there was a branch
    /// Where this is a word of an object of a class: all of it, with bytes between its members that nobody writes.
    WholeObject whole = {};
  };

  /// Of what all blocks see.
  ShadowMemory& memory() { return memory_; }
  /// The shared memory of a resident block.
  ShadowMemory& shared(unsigned resident) { return resident_at(resident).shared; }

  /// What launches before did is in order. `most`: accesses that are looked at, after which it stops.
  void begin_launch(const std::array<unsigned, 3>& block, const std::array<unsigned, 3>& grid, std::uint64_t most);
  /// A block begins in the place of one of those that are there at a time, and is entered.
  void begin_block(unsigned resident, std::uint64_t block);
  /// From now on accesses are those of the block in this place.
  void enter(unsigned resident);

  void note(unsigned thread, const Access& access);
  void fence(unsigned thread);
  /// Looks at no more accesses of this launch. `in_midst`: of a block that has not ended.
  void stop(bool in_midst);
  bool is_stopped() const { return left_ == 0; }
  /// Accesses that it may still look at.
  std::uint64_t left() const { return left_; }
  /// When the last event was that orders.
  std::uint32_t now() const { return now_; }
  /// All threads of all blocks.
  void grid_barrier() { launch_began_ = ++now_; }
  /// All threads of the block that have not ended.
  void barrier();
  /// Lanes of one warp; `all`: these are all that it still has.
  void meet(unsigned warp, std::uint32_t lanes, bool all);
  /// After the writes that were noted last.
  void settle();
  /// After the last access of a launch: what was left open until all of it is known.
  void finish();

  /// Something else that was seen; of one kind and line it is kept once.
  void tell(Finding finding);

  const std::vector<Finding>& findings() const { return findings_; }
  /// Of global memory a thread reads plainly what others add to atomically in the same launch: which value it gets
  /// is a matter of the schedule. Empty: none does, or all of them decide by it whether they update the word.
  /// `adds`: whether the update of that line is an addition; a search that sets marks may well read old ones.
  Sentence remark(const std::function<bool(unsigned line)>& adds) const;

 private:
  using Time = std::uint32_t;
  using RaceKey = std::tuple<std::string, unsigned, unsigned>;  // array, and its two lines
  static constexpr unsigned kLanes = 32;
  static constexpr std::size_t kMostFindings = 16;
  /// The first one of a word, which takes a cell, counts as so many more: so memory has an end where work has.
  static constexpr std::uint64_t kAccessesOfCell = 16;
  /// A plain read that may decide whether its thread updates the word.
  struct GuardRead {
    std::uintptr_t address = 0;
    Time time = 0;  ///< 0: none
    unsigned line = 0;
    std::uint64_t blocks = 0;
  };
  struct Thread {
    using Guards = std::array<GuardRead, 4>;
    Guards guards, global_guards;  ///< since it told others anything: the latest reads of shared and global memory
    unsigned next_guard = 0, next_global_guard = 0;
    Time fenced = 0;                   ///< when it did last; 0: never
    Time fenced_barrier = 0;           ///< the block's last barrier then
    std::vector<std::uint32_t> known;  ///< releases that it acquired
  };
  struct Warp {
    Time all = 0;                  ///< when all its lanes met last
    std::vector<Time> pairs = {};  ///< [lane * 32 + other]: when they met last, if not all did; empty: never
  };
  /// What a thread made known by a fence and a word that it wrote then.
  struct Release {
    std::uint32_t block = 0;
    std::vector<Time> until;            ///< by thread of that block: accesses before that are known
    std::vector<std::uint32_t> before;  ///< releases known to it
    std::uint32_t seen = 0;
  };
  /// A block that is there.
  struct Resident {
    std::uint32_t block = 0;
    Time began = 1, barrier = 1;
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    std::vector<std::uint32_t> known;  // releases that all its threads acquired
    ShadowMemory shared;
  };
  /// A write beside another one, of which the value is compared when it is there.
  struct Pending {
    AccessMark other;
    unsigned thread = 0;
    Access access;
    std::uint64_t old_value[2] = {};
  };
  static constexpr std::size_t kMostPending = 64;
  bool belongs_to_pending(unsigned thread, const Access& access) const;

  Resident& resident_at(unsigned resident);
  Shadow* shadow_of(const Access& access) {
    return (access.is_shared ? here_->shared : memory_).find(access.address, access.bytes);
  }
  bool is_written(const Access& access, const Shadow& shadow, const Cell& cell) const;
  bool is_part_written(const Access& access, const Shadow& shadow) const;
  bool is_open(const AccessMark& write, unsigned thread, bool is_shared) const;
  void note_word(unsigned thread, const Access& access, Shadow& shadow, Cell& cell);
  void synchronize(unsigned thread, const Access& access);
  void note_guard(unsigned thread, const Access& access, const Shadow* shadow);
  bool is_ordered(const AccessMark& earlier, unsigned thread);
  Time meeting_of(unsigned thread, unsigned other) const;
  bool is_known(const AccessMark& earlier, unsigned thread);
  bool excuses(const AccessMark& earlier, bool earlier_reads, unsigned thread, const Access& access) const;
  void note_beside_update(const AccessMark& earlier, bool earlier_reads, unsigned thread, const Access& access,
                          const Shadow& shadow);
  void report_race(unsigned thread, const Access& access, const AccessMark& earlier, bool earlier_reads);
  void report_unwritten(unsigned thread, const Access& access, const Shadow& shadow, bool is_copied);
  void keep_race(RaceKey key, unsigned width, Finding finding);
  Finding finding_at(FindingKind kind, const Access& access, const Shadow& shadow) const;

  ShadowMemory memory_;
  std::vector<std::unique_ptr<Resident>> residents_;
  Resident* here_ = nullptr;
  std::vector<Release> releases_;
  std::unordered_map<std::uintptr_t, std::uint32_t> released_at_;  // by word of global memory
  unsigned threads_ = 0;                                           // of a block
  std::array<unsigned, 3> block_ = {1, 1, 1}, grid_ = {1, 1, 1};
  bool any_known_ = false, any_fence_ = false;
  Time now_ = 1, launch_began_ = 1;
  std::uint32_t search_ = 0;
  std::uint64_t left_ = ~std::uint64_t{0};
  std::vector<Pending> pending_;
  std::vector<Finding> findings_;
  std::set<std::tuple<int, std::string, unsigned, unsigned>> told_;
  struct KeptRace {
    unsigned width = 0;  // 0: of a warp, 1: of a block, 2: of blocks
    std::size_t place = 0;
  };
  std::map<RaceKey, KeptRace> races_;
  /// Of a plain read of shared memory beside an atomic update, by array, the read's line and the other.
  struct OpenRace {
    RaceKey key;
    unsigned width = 0;
    Finding finding;
  };
  std::map<RaceKey, OpenRace> open_races_;
  std::set<std::pair<std::string, unsigned>> guards_;  // array, and line of the read
  /// Plain reads of global memory beside updates: array, line of the read, and that of an update.
  std::map<std::pair<std::string, unsigned>, unsigned> beside_updates_;
};

}  // namespace lanescope
