// Fibers with stacks of their own.
#pragma once

#include <cstddef>
#include <exception>
#include <vector>

#include "engine/emulator/jumping/fiber_annotations.h"
#include "engine/emulator/jumping/fiber_stacks.h"
#include "engine/emulator/jumping/stack_switch.h"

namespace lanescope {

class Fibers {
 public:
  /// What a fiber runs. Returns the number of the fiber that goes on; the one that returned begins anew when it is
  /// next switched to.
  using Entry = unsigned (*)(void* context, unsigned fiber);

  /// `count` fibers that run `entry` when first switched to. The caller of run() is fiber number `count`. Of a
  /// fiber that is not at its end nothing is destroyed. Stacks are allocated once, here.
  Fibers(unsigned count, Entry entry, void* context, bool guarded = kGuardStacks,
         std::size_t stack_bytes = FiberStacks::kBytes);
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  const FiberStacks& stacks() const { return stacks_; }

  /// Goes on with fiber `first`; returns when a fiber hands over to the caller. Throws what an entry throws, after
  /// which the fibers are of no use.
  [[gnu::always_inline]] void run(unsigned first) {
    switch_to(count_, first);
    if (failure_) [[unlikely]]
      std::rethrow_exception(failure_);
  }

  /// Suspends the running fiber `from` and goes on with fiber `to`. Returns when another one switches back.
  /// Inlined, as its callers should be: see switch_stacks().
  [[gnu::always_inline]] void switch_to(unsigned from, unsigned to) {
    started_ = to;
    prefetch(to + 1);
    annotations_.switch_to(from, to);
    switch_stacks(suspended_[from], suspended_[to], this);
  }

 private:
  /// Fibers mostly run in turn: the stack of the next one is fetched while this one works.
  [[gnu::always_inline]] void prefetch(unsigned index) const {
    const auto* top = static_cast<const std::byte*>(suspended_[index].stack);
    for (std::size_t line = 0; line < kLinesInUse; ++line) __builtin_prefetch(top + line * 64);
  }
  static constexpr std::size_t kLinesInUse = 3;  // of a waiting lane's stack

  static void run_entry(void* self);

  const unsigned count_;
  const Entry entry_;
  void* const context_;
  FiberStacks stacks_;
  std::vector<SuspendedStack> suspended_;  // by fiber number, and one more that prefetching may look at
  unsigned started_ = 0;                   // the fiber that a first switch starts
  std::exception_ptr failure_;             // of an entry
  [[no_unique_address]] FiberAnnotations annotations_;
};

}  // namespace lanescope
