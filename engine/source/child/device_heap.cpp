#include "engine/source/child/device_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_machine.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kHeapBytes = std::uint64_t{1} << 30, kAlignment = 16;

/// Of a kernel's thread, or of the host, which goes on at `caller`.
void* allocate_here(std::uint64_t bytes, const void* caller) {
  if (the_machine) return the_machine->allocate(bytes);
  return the_program ? the_program->allocate_for_host(bytes, reinterpret_cast<std::uintptr_t>(caller))
                     : std::malloc(bytes);
}

/// As new does it on the host; in a kernel it returns null where there is no memory.
void* make_here(std::uint64_t bytes, const void* caller) {
  void* place = allocate_here(bytes, caller);
  if (!place && !the_machine) throw std::bad_alloc();
  return place;
}

void free_here(void* place) {
  if (!place) return;
  if (the_machine) return the_machine->free(place);
  if (device_heap().holds(reinterpret_cast<std::uintptr_t>(place))) return;
  if (the_program && the_program->host_heap().at(place)) return the_program->host_heap().free(place);
  std::free(place);
}

/// Of the host; the system's may be another's.
void* grow_here(void* place, std::uint64_t bytes, const void* caller) {
  const HostHeap::Block* block = the_program ? the_program->host_heap().at(place) : nullptr;
  if (place && !block) return std::realloc(place, bytes);
  const std::uint64_t kept = block ? std::min(bytes, block->bytes) : 0;
  void* grown = allocate_here(bytes, caller);
  if (!grown || !place) return grown;
  std::memcpy(grown, place, kept);
  free_here(place);
  return grown;
}

/// As getdelim(), whose array it may have to grow.
ssize_t read_line_here(char** line, std::size_t* bytes, int end, std::FILE* file, const void* caller) {
  char* read = nullptr;
  std::size_t room = 0;
  const ssize_t count = line && bytes ? getdelim(&read, &room, end, file) : -1;
  if (count >= 0 && (!*line || *bytes <= static_cast<std::size_t>(count))) {
    *bytes = room;
    *line = static_cast<char*>(grow_here(*line, room, caller));
  }
  if (count >= 0 && *line) std::memcpy(*line, read, static_cast<std::size_t>(count) + 1);
  std::free(read);
  return count;
}

}  // namespace

bool DeviceHeap::reserve() {
  void* place =
      mmap(nullptr, kHeapBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return false;
  begin_ = top_ = reinterpret_cast<std::uintptr_t>(place);
  end_ = begin_ + kHeapBytes;
  return true;
}

bool DeviceHeap::limit(std::uint64_t bytes) {
  if (bytes > end_ - begin_) return false;
  limit_ = bytes;
  return true;
}

void* DeviceHeap::allocate(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes == 0 || bytes > limit_ - std::min(limit_, live_)) return nullptr;
  // A gap behind each piece, so that the next element is not another's.
  const std::uint64_t size = (bytes + 2 * kAlignment - 1) / kAlignment * kAlignment;
  std::uintptr_t begin = top_;
  if (std::vector<std::uintptr_t>& same = free_[size]; !same.empty()) {
    begin = same.back();
    same.pop_back();
  } else if (size > end_ - top_) {
    return nullptr;
  } else {
    top_ += size;
  }
  given_[begin] = bytes;
  live_ += bytes;
  return reinterpret_cast<void*>(begin);
}

bool DeviceHeap::free(void* place) {
  const std::lock_guard lock(mutex_);
  const auto found = given_.find(reinterpret_cast<std::uintptr_t>(place));
  if (found == given_.end()) return false;
  free_[(found->second + 2 * kAlignment - 1) / kAlignment * kAlignment].push_back(found->first);
  live_ -= found->second;
  given_.erase(found);
  return true;
}

bool DeviceHeap::has(std::uintptr_t address, unsigned bytes) const {
  const std::lock_guard lock(mutex_);
  auto after = given_.upper_bound(address);
  if (after == given_.begin()) return false;
  --after;
  return address - after->first + bytes <= after->second;
}

std::uint64_t DeviceHeap::piece_before(std::uintptr_t address, std::uintptr_t& begin) const {
  const std::lock_guard lock(mutex_);
  const auto after = given_.upper_bound(address);
  if (!holds(address) || after == given_.begin()) return 0;
  begin = std::prev(after)->first;
  return std::prev(after)->second;
}

DeviceHeap& device_heap() {
  static DeviceHeap heap;
  return heap;
}

}  // namespace lanescope

// The kernel's library is linked to call these (--wrap).
extern "C" {
void* __wrap_malloc(std::size_t bytes) {
  return lanescope::allocate_here(bytes, __builtin_return_address(0));
}
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  void* place = lanescope::allocate_here(all, __builtin_return_address(0));
  return place ? std::memset(place, 0, all) : nullptr;
}
void* __wrap_realloc(void* place, std::size_t bytes) {
  return lanescope::grow_here(place, bytes, __builtin_return_address(0));
}
ssize_t __wrap_getline(char** line, std::size_t* bytes, std::FILE* file) {
  return lanescope::read_line_here(line, bytes, '\n', file, __builtin_return_address(0));
}
ssize_t __wrap_getdelim(char** line, std::size_t* bytes, int end, std::FILE* file) {
  return lanescope::read_line_here(line, bytes, end, file, __builtin_return_address(0));
}
ssize_t __wrap___getdelim(char** line, std::size_t* bytes, int end, std::FILE* file) {  // <cstdio>'s getline()
  return lanescope::read_line_here(line, bytes, end, file, __builtin_return_address(0));
}
void __wrap_free(void* place) {
  lanescope::free_here(place);
}
void* __wrap__Znwm(std::size_t bytes) {
  return lanescope::make_here(bytes, __builtin_return_address(0));
}
void* __wrap__Znam(std::size_t bytes) {
  return lanescope::make_here(bytes, __builtin_return_address(0));
}
void* __wrap__ZnwmRKSt9nothrow_t(std::size_t bytes, const std::nothrow_t&) {
  return lanescope::allocate_here(bytes, __builtin_return_address(0));
}
void* __wrap__ZnamRKSt9nothrow_t(std::size_t bytes, const std::nothrow_t&) {
  return lanescope::allocate_here(bytes, __builtin_return_address(0));
}
void __wrap__ZdlPv(void* place) {
  lanescope::free_here(place);
}
void __wrap__ZdaPv(void* place) {
  lanescope::free_here(place);
}
void __wrap__ZdlPvm(void* place, std::size_t) {
  lanescope::free_here(place);
}
void __wrap__ZdaPvm(void* place, std::size_t) {
  lanescope::free_here(place);
}
}
