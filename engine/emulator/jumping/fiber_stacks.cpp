#include "engine/emulator/jumping/fiber_stacks.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <unistd.h>
#endif
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_UNPOISON_MEMORY_REGION(place, bytes) ((void)(place), (void)(bytes))
#endif

namespace lanescope {
namespace {

// Lanes touch the top few hundred bytes of their stack. Stacks at a power-of-two distance would all put those
// bytes into the same few sets of the cache, so neighbours are staggered by an odd number of cache lines.
constexpr std::size_t kLine = 64, kStaggerBytes = 5 * kLine;

#if __has_include(<sys/mman.h>)
std::size_t page_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::byte* map_slab(std::size_t bytes) {
  void* slab = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slab == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(slab);
}

/// A system has only so many mappings; a stack beyond them goes without.
void forbid(std::byte* page) {
  (void)mprotect(page, page_bytes(), PROT_NONE);
}

/// Fibers end in mid-function, so the marks that AddressSanitizer keeps around their variables are still there, and
/// would be found by whatever is mapped here next.
void unmap(std::byte* slab, std::size_t bytes) {
  ASAN_UNPOISON_MEMORY_REGION(slab, bytes);
  munmap(slab, bytes);
}
#else
std::size_t page_bytes() {
  return 0;  // no pages to guard with
}
std::byte* map_slab(std::size_t) {
  throw std::bad_alloc();
}
void forbid(std::byte*) {}
void unmap(std::byte*, std::size_t) {}
#endif

std::byte* next_line(std::byte* place) {
  return place + (kLine - reinterpret_cast<std::uintptr_t>(place) % kLine);
}

/// Stacks that are free again. The first touch of each page takes the system longer than a short block's lanes need
/// on it, and a trace runs a few blocks on each of several machines.
class FreeSlabs {
 public:
  FreeSlabs() { slabs_.reserve(kMost + 1); }  // so that giving one back never throws

  /// At least so many bytes, and how many they are.
  std::pair<std::byte*, std::size_t> take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(slabs_.begin(), slabs_.end(), [&](const Slab& slab) { return slab.bytes >= bytes; });
    if (found == slabs_.end()) return {new std::byte[bytes], bytes};  // not zeroed
    const Slab taken = *found;
    slabs_.erase(found);
    return {taken.place, taken.bytes};
  }

  /// Keeps the largest few.
  void give(std::byte* place, std::size_t bytes) {
    ASAN_UNPOISON_MEMORY_REGION(place, bytes);
    const std::lock_guard lock(mutex_);
    const auto at =
        std::find_if(slabs_.begin(), slabs_.end(), [&](const Slab& slab) { return slab.bytes >= bytes; });
    slabs_.insert(at, {place, bytes});
    if (slabs_.size() <= kMost) return;
    delete[] slabs_.front().place;
    slabs_.erase(slabs_.begin());
  }

  ~FreeSlabs() {
    for (const Slab& slab : slabs_) delete[] slab.place;
  }

 private:
  static constexpr std::size_t kMost = 4;  // of the first, the last and the chosen block, and of those between
  struct Slab {
    std::byte* place;
    std::size_t bytes;
  };

  std::mutex mutex_;
  std::vector<Slab> slabs_;  // by size, the smallest first
};

FreeSlabs& free_slabs() {
  static FreeSlabs slabs;
  return slabs;
}

}  // namespace

void FiberStacks::Free::operator()(std::byte* slab) const {
  if (mapped)
    unmap(slab, bytes);
  else
    free_slabs().give(slab, bytes);
}

FiberStacks::FiberStacks(unsigned count, bool guarded, std::size_t bytes) : room_(bytes) {
  const std::size_t guard = guarded ? page_bytes() : 0;
  if (guard > 0) {
    room_ += page_bytes();  // to be staggered on
    distance_ = guard + room_;
    stagger_bytes_ = kStaggerBytes;
    const std::size_t mapped = count * distance_ + guard;
    slab_ = {map_slab(mapped), Free{mapped, true}};
    first_ = slab_.get() + guard;
    for (unsigned index = 0; index <= count; ++index) forbid(first_ + index * distance_ - guard);
  } else {
    distance_ = bytes + kStaggerBytes;
    const auto [slab, kept] = free_slabs().take((count + 1) * distance_);
    slab_ = {slab, Free{kept, false}};
    first_ = next_line(slab_.get());
  }
}

}  // namespace lanescope
