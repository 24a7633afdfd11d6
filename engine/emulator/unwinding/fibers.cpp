#include "engine/emulator/unwinding/fibers.h"

#include <cstdio>
#include <cstdlib>

extern "C" {
void* stackSave();
void stackRestore(void*);
}

namespace lanescope {
namespace {

constexpr std::size_t kLocalsBytes = 2048, kStackBytes = 8192, kLine = 64;
// Neighbours are an odd number of cache lines apart, so that not all of them fall into the same sets of the cache.
constexpr std::size_t kFiberBytes = kLocalsBytes + kLine + kStackBytes + 5 * kLine;
constexpr std::uint64_t kGuard = 0x6c616e6573636f70;

/// A lane that needs more memory than it has would change its neighbours' numbers without a word.
void require_guard(std::uint64_t found) {
  if (found == kGuard) return;
  std::fputs("lanescope: a lane overflowed its stack.\n", stderr);
  std::abort();
}

}  // namespace

/// A fiber's memory from below: locals, which grow up, the guard, and the stack, which grows down.
Fibers::Fibers(unsigned count, Entry entry, void* context)
    : count_(count),
      entry_(entry),
      context_(context),
      slab_(new std::byte[count * kFiberBytes + kLine]),  // not zeroed
      fibers_(count) {
  std::byte* place = slab_.get() + (kLine - reinterpret_cast<std::uintptr_t>(slab_.get()) % kLine);
  for (Suspended& fiber : fibers_) {
    std::byte* const end = place + kLocalsBytes;
    fiber = {place, end, end + kLine + kStackBytes, reinterpret_cast<std::uint64_t*>(end), false};
    *fiber.guard = kGuard;
    place += kFiberBytes;
  }
}

/// Called twice for each switch: to leave, and when all calls above it have been made again.
[[gnu::noinline]] void Fibers::suspend(unsigned fiber) {
  if (is_rewinding_) {
    is_rewinding_ = false;
    lanescope_stop_rewind();
    return;
  }
  is_unwinding_ = true;
  lanescope_start_unwind(&fibers_[fiber]);
}

[[gnu::noinline]] void Fibers::run(unsigned first) {
  /// Also where an entry throws.
  struct OwnStack {
    void* const own = stackSave();
    ~OwnStack() { stackRestore(own); }
  } const own_stack;
  for (unsigned index = first; index != count_; index = next_) {
    Suspended& fiber = fibers_[index];
    stackRestore(fiber.stack);
    if (fiber.is_begun) {
      is_rewinding_ = true;
      lanescope_start_rewind(&fiber);
    }
    const unsigned next = entry_(context_, index);
    fiber.is_begun = is_unwinding_;
    if (is_unwinding_) {
      is_unwinding_ = false;
      lanescope_stop_unwind();
    } else {
      next_ = next;
    }
    fiber.stack = stackSave();
    require_guard(*fiber.guard);
  }
}

}  // namespace lanescope
