// Threads of the process besides the first, which work together on a launch. A confined process can start none, so
// they are there from its beginning.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace lanescope {

class HelperThreads {
 public:
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

  /// Those of this process, from the first call on.
  static HelperThreads& of_process();

  /// How many work, with the caller.
  unsigned workers() const { return helpers_ + 1; }

  /// Calls `work` with 0 here and with 1, 2 ... on the others, and returns when all are done.
  void work_together(std::function<void(unsigned worker)> work);

 private:
  HelperThreads();
  void serve(unsigned worker);
  void wait_for_all() const;

  std::function<void(unsigned)> work_;
  std::atomic<std::uint32_t> calls_ = 0, at_work_ = 0;
  unsigned helpers_ = 0;
};

}  // namespace lanescope
