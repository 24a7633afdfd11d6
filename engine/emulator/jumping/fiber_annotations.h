// Tells ThreadSanitizer about fibers: it sees each as a thread, and each switch as a hand-over between threads.
// Does nothing in other builds.
#pragma once

#ifdef LANESCOPE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>

#include <vector>
#endif

namespace lanescope {

#ifdef LANESCOPE_THREAD_SANITIZER
class ThreadSanitizerFibers {
 public:
  explicit ThreadSanitizerFibers(unsigned count) : caller_(count), known_(count + 1) {
    for (unsigned index = 0; index < count; ++index) known_[index] = __tsan_create_fiber(0);
  }
  ~ThreadSanitizerFibers() {
    for (unsigned index = 0; index < caller_; ++index) __tsan_destroy_fiber(known_[index]);
  }
  ThreadSanitizerFibers(const ThreadSanitizerFibers&) = delete;
  ThreadSanitizerFibers& operator=(const ThreadSanitizerFibers&) = delete;

  [[gnu::always_inline]] void switch_to(unsigned from, unsigned to) {
    if (from == caller_) known_[caller_] = __tsan_get_current_fiber();  // whichever thread runs them now
    __tsan_switch_to_fiber(known_[to], 0);
  }

 private:
  const unsigned caller_;
  std::vector<void*> known_;  // by fiber number
};
using FiberAnnotations = ThreadSanitizerFibers;
#else
struct UnwatchedFibers {
  explicit UnwatchedFibers(unsigned) {}
  [[gnu::always_inline]] void switch_to(unsigned, unsigned) {}
};
using FiberAnnotations = UnwatchedFibers;
#endif

}  // namespace lanescope
