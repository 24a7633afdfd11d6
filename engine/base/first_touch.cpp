#include "engine/base/first_touch.h"

#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/parallel.h"
#include "engine/base/quotient.h"

namespace lanescope {

void touch_pages(void* begin, std::size_t bytes, Progress& progress) {
#ifdef MADV_POPULATE_WRITE
  constexpr std::uint64_t kLargeBytes = 128 << 20;  // smaller arrays are quick on one core
  // While the system maps a piece, other threads that map memory must wait (the drawing of a frame, for example):
  // a millisecond or two.
  constexpr std::uint64_t kPieceBytes = 4 << 20;
  if (bytes < kLargeBytes) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = quotient_up(reinterpret_cast<std::uintptr_t>(begin), page) * page;
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
  madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  for_each_piece(last - first, kPieceBytes, progress, [&](std::uint64_t from, std::uint64_t to) {
    madvise(reinterpret_cast<void*>(first + from), to - from, MADV_POPULATE_WRITE);
  });
#else
  (void)begin, (void)bytes, (void)progress;
#endif
}

}  // namespace lanescope
