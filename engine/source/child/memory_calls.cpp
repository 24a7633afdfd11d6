// What malloc(), new and their like are in a kernel, and in the host's code of a program.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/source/child/device_heap.h"
#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_machine.h"

namespace lanescope {
namespace {

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
  if (the_program && the_program->host_heap().has(place)) the_program->fail_free(place);
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
