#include "engine/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/base/quotient.h"

namespace lanescope {

void on_all_cores(std::uint64_t most, const std::function<void()>& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  const auto workers = std::min<std::uint64_t>(std::thread::hardware_concurrency(), most);
  std::vector<std::thread> threads;
  threads.reserve(workers);
  try {
    for (std::uint64_t i = 1; i < workers; ++i) threads.emplace_back(guarded);
  } catch (const std::system_error&) {
    // A limit on threads makes the run slower, not impossible.
  }
  guarded();
  for (auto& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

void for_each_piece(std::uint64_t n, std::uint64_t piece, Progress& progress,
                    const std::function<void(std::uint64_t begin, std::uint64_t end)>& work) {
  const std::uint64_t pieces = quotient_up(n, piece);
  std::atomic<std::uint64_t> next{0};
  on_all_cores(pieces, [&] {
    for (std::uint64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < pieces;) {
      progress.check();
      work(i * piece, i + 1 == pieces ? n : (i + 1) * piece);
      progress.set_fraction(static_cast<double>(i + 1) / static_cast<double>(pieces));
    }
  });
}

}  // namespace lanescope
