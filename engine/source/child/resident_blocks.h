// The blocks of a launch: one after another, in the order of their numbers, of which some may run ahead in threads
// of their own (block_turns.h); or, where a seed decides the order, several at a time, any of whose warps may be
// next; or all at once, where they may wait for each other. Those of one thread share the addresses of shared
// memory, which is put away while another block runs.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "engine/source/child/helper_threads.h"
#include "engine/source/child/kernel_machine.h"

namespace lanescope {

class ResidentBlocks {
 public:
  /// For launches of blocks of so many threads.
  ResidentBlocks(unsigned threads, CodeLines& lines, KernelMemory& memory)
      : threads_(threads), lines_(lines), memory_(memory) {}

  /// Blocks may run on these, too; `shared` says where thread-local memory of the calling thread begins.
  void set_helpers(HelperThreads& helpers, std::function<std::uintptr_t()> shared) {
    helpers_ = &helpers;
    shared_of_thread_ = std::move(shared);
  }

  /// How much of a launch is watched of which nobody records, checks or orders what lanes do; or how much of one is
  /// checked.
  struct Watching {
    /// Basic blocks, and accesses that are checked, after which blocks of the grid are not watched, but the last
    /// one.
    std::uint64_t work = 0;
    ArraySet reads = 0;  ///< arrays that blocks read where they were watched
    std::uint64_t patience =
        0;  ///< blocks that run in turn before others are tried ahead again; 0: that was never in vain
  };

  /// `body` calls the kernel for the thread that runs. `shared`: where thread-local memory begins. The job stays
  /// the caller's, as do the checks, which may be null.
  void begin_launch(const KernelJob& job, std::function<void()> body, std::uintptr_t shared, AccessChecks* checks,
                    const Watching* watching = nullptr);

  /// Runs all blocks; `done` is told each one that ended, and answers whether to go on. `watching`, if any, is that
  /// which the launch began with, and is kept up.
  void run(const std::function<bool(std::uint64_t block, const KernelMachine& machine)>& done,
           Watching* watching = nullptr);

  /// Of the block that went wrong; after one, the blocks cannot be used again.
  const std::vector<Finding>& findings() const { return findings_; }
  /// See KernelMachine. Where it is not 0 nothing has been done, and the findings say nothing.
  unsigned exceeded_bound() const { return exceeded_bound_; }

  static constexpr unsigned kMostAtATime = 4;

 private:
  using Done = std::function<bool(std::uint64_t, const KernelMachine&)>;
  struct Place {
    std::unique_ptr<KernelMachine> machine;
    std::vector<std::byte> shared = {};  // while another block runs
    std::uint64_t block = 0;
    bool is_taken = false;
  };

  /// One of those that run ahead.
  struct Worker {
    KernelMemory memory;
    std::unique_ptr<KernelMachine> machine;
  };

  void add_place(bool guarded = false);
  void prepare(Place& place) const;
  void enter(unsigned index);
  void put_away_shared(Place& place) const;
  void fetch_shared(const Place& place) const;
  bool begin(unsigned index, std::uint64_t block);
  /// Blocks of the grid from one up to another.
  struct Blocks {
    std::uint64_t begin, end;
  };
  bool run_in_order(Blocks blocks, bool watches_all, ArraySet reads, const Done& done);
  bool run_in_turn(Blocks blocks, const Done& done);
  void run_watching(Watching& watching, const Done& done);
  void run_checking(Watching& watching, const Done& done);
  bool may_run_ahead() const;
  void make_workers();
  std::uint64_t run_ahead(Blocks blocks, const Done& done);
  bool run_to_its_end(KernelMachine& machine, std::uint64_t block, const Done& done);
  void run_mixed(const Done& done);
  void run_together(const Done& done);
  bool run_to_grid(unsigned index, const Done& done, bool& moves);
  void find_standing();
  bool is_stuck(KernelMachine& machine);
  bool may_take_another() const;
  void keep_findings(const KernelMachine& machine);

  unsigned threads_;
  CodeLines& lines_;
  KernelMemory& memory_;
  AccessChecks* checks_ = nullptr;
  const KernelJob* job_ = nullptr;
  std::function<void()> body_;
  std::uintptr_t shared_ = 0;
  std::uint64_t shared_bytes_ = 0;
  std::vector<Place> places_;
  unsigned here_ = 0;
  std::vector<Finding> findings_;
  unsigned exceeded_bound_ = 0;
  HelperThreads* helpers_ = nullptr;
  std::function<std::uintptr_t()> shared_of_thread_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool depends_on_order_ = false;  // blocks of a launch did, so later ones run in turn
  std::uint64_t in_turn_ = 0;      // blocks that still run in turn, since it was in vain to run them ahead
  std::uint64_t patience_ = 0;     // how many do, the next time; 0: it was never in vain
};

/// Sets shared memory to zeros.
void clear_shared(const KernelJob& job, std::uintptr_t shared);

}  // namespace lanescope
