// The stacks of fibers. In builds that look for mistakes the page below each stack is protected: a lane that
// overflows its stack ends there, instead of later in whatever it overwrote.
#pragma once

#include <cstddef>
#include <memory>

namespace lanescope {

#ifdef LANESCOPE_GUARD_STACKS
inline constexpr bool kGuardStacks = true;
#else
inline constexpr bool kGuardStacks = false;  // two mappings a lane: the first launch would take longer by them
#endif

class FiberStacks {
 public:
  static constexpr std::size_t kBytes = 32 * 1024;  ///< of each stack, where nobody says otherwise

  /// Untouched pages cost nothing. Throws std::bad_alloc.
  explicit FiberStacks(unsigned count, bool guarded = kGuardStacks, std::size_t bytes = kBytes);

  /// Where a stack begins; it grows down from there. Aligned to a cache line.
  std::byte* top(unsigned index) const {
    return first_ + index * distance_ + room_ - index % kPlaces * stagger_bytes_;
  }

 private:
  struct Free {
    std::size_t bytes;
    bool mapped;  // alone, with guards; else it goes to the next who asks
    void operator()(std::byte* slab) const;
  };

  static constexpr unsigned kPlaces = 12;  // on a page, where guards keep stacks at whole pages

  std::size_t room_, distance_, stagger_bytes_ = 0;
  std::unique_ptr<std::byte[], Free> slab_;
  std::byte* first_;
};

}  // namespace lanescope
