#include "engine/emulator/jumping/fiber_stacks.h"

#include <cstdint>
#include <new>

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

}  // namespace

void FiberStacks::Free::operator()(std::byte* slab) const {
  if (mapped > 0)
    unmap(slab, mapped);
  else
    delete[] slab;
}

FiberStacks::FiberStacks(unsigned count, bool guarded, std::size_t bytes) : room_(bytes) {
  const std::size_t guard = guarded ? page_bytes() : 0;
  if (guard > 0) {
    room_ += page_bytes();  // to be staggered on
    distance_ = guard + room_;
    stagger_bytes_ = kStaggerBytes;
    const std::size_t mapped = count * distance_ + guard;
    slab_ = {map_slab(mapped), Free{mapped}};
    first_ = slab_.get() + guard;
    for (unsigned index = 0; index <= count; ++index) forbid(first_ + index * distance_ - guard);
  } else {
    distance_ = bytes + kStaggerBytes;
    slab_ = {new std::byte[(count + 1) * distance_], Free{0}};  // not zeroed
    first_ = next_line(slab_.get());
  }
}

}  // namespace lanescope
