// What the compiled kernel calls: for every access and every basic block, since it was compiled to be watched, and
// for what its headers (engine/source/device) leave to the process. Before a machine runs, static objects call,
// too.
#include <cxxabi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_clock.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/child/printed_lines.h"
#include "engine/source/child/xorwow.h"
#include "engine/source/finding_words.h"

using namespace lanescope;

namespace {

/// Whether it is a lane that calls.
inline bool runs() {
  return the_machine != nullptr;
}

/// Where the host's code is, for what may go wrong there.
inline void note_host(std::uintptr_t place) {
  the_host_place = place;
}

/// Apart, so that an access of which nothing is to be said needs no frame.
template <unsigned kBytes, bool kWrites>
[[gnu::noinline]] void access_watched(std::uintptr_t place, void* address) {
  the_machine->access(place, address, kBytes, kWrites);
}

}  // namespace

#define HERE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))
#define ACCESS(BYTES)                                                                               \
  void __tsan_read##BYTES(void* a) {                                                                \
    if (!runs()) return note_host(HERE);                                                            \
    if (!the_machine->access_lightly(HERE, a, BYTES, false)) access_watched<BYTES, false>(HERE, a); \
  }                                                                                                 \
  void __tsan_write##BYTES(void* a) {                                                               \
    if (!runs()) return note_host(HERE);                                                            \
    if (!the_machine->access_lightly(HERE, a, BYTES, true)) access_watched<BYTES, true>(HERE, a);   \
  }                                                                                                 \
  void __tsan_unaligned_read##BYTES(void* a) {                                                      \
    if (runs()) the_machine->access(HERE, a, BYTES, false);                                         \
  }                                                                                                 \
  void __tsan_unaligned_write##BYTES(void* a) {                                                     \
    if (runs()) the_machine->access(HERE, a, BYTES, true);                                          \
  }                                                                                                 \
  void __tsan_volatile_read##BYTES(void* a) {                                                       \
    if (!runs()) return note_poll(a);                                                               \
    the_machine->access_volatile(HERE, a, BYTES, false);                                            \
  }                                                                                                 \
  void __tsan_volatile_write##BYTES(void* a) {                                                      \
    if (!runs()) return note_poll(a);                                                               \
    the_machine->access_volatile(HERE, a, BYTES, true);                                             \
  }                                                                                                 \
  void __tsan_unaligned_volatile_read##BYTES(void* a) {                                             \
    if (!runs()) return note_poll(a);                                                               \
    the_machine->access_volatile(HERE, a, BYTES, false);                                            \
  }                                                                                                 \
  void __tsan_unaligned_volatile_write##BYTES(void* a) {                                            \
    if (!runs()) return note_poll(a);                                                               \
    the_machine->access_volatile(HERE, a, BYTES, true);                                             \
  }

extern "C" {

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void* address, long bytes) {
  if (runs()) the_machine->access_object(HERE, address, static_cast<unsigned>(bytes), false);
}
void __tsan_write_range(void* address, long bytes) {
  if (runs()) the_machine->access_object(HERE, address, static_cast<unsigned>(bytes), true);
}
void __tsan_init() {}
/// Of an object with virtual functions: the pointer to its table is memory of the object like any other.
void __tsan_vptr_update(void** place, void*) {
  if (runs()) the_machine->access(HERE, place, sizeof *place, true);
}
void __tsan_vptr_read(void** place) {
  if (runs()) the_machine->access(HERE, place, sizeof *place, false);
}
void __tsan_func_entry(void* site) {
  if (runs()) the_machine->enter_function(reinterpret_cast<std::uintptr_t>(site));
}
void __tsan_func_exit() {
  if (runs()) the_machine->leave_function();
}
void __ubsan_handle_type_mismatch_v1(const void*, std::uintptr_t address) {
  if (runs()) the_machine->leave_variable(HERE, address);
}
void __ubsan_handle_builtin_unreachable(const void*) {
  __builtin_trap();
}
void __sanitizer_cov_trace_pc() {
  if (!runs()) return note_host(HERE);
  the_machine->reach_block(HERE);
}

int lanescope_line_in(const char* file, int line) {
  const std::uint32_t known = line_in_file(file, line);
  return static_cast<int>(known != 0 || !runs() ? known : the_machine->line_of_lane());
}
int lanescope_barrier(int how, int predicate, int line) {
  return runs() ? the_machine->wait_for_block(static_cast<BarrierKind>(how), predicate, line) : 0;
}
void lanescope_begin(unsigned most_threads) {
  if (runs() && the_program) the_machine->begin_bounded(most_threads);
}
void lanescope_end() {
  if (runs()) the_machine->reach_end();
}
void lanescope_meet(int how, unsigned mask, const void* value, void* result, unsigned bytes, int argument,
                    int width, int line) {
  if (!runs()) return;
  LaneMeeting& meeting = the_machine->meeting_of_lane();
  meeting.how = static_cast<Meeting>(how);
  meeting.mask = mask;
  meeting.value = value;
  meeting.result = result;
  meeting.bytes = bytes;
  meeting.argument = argument;
  meeting.width = width;
  meeting.line = line;
  the_machine->meet(HERE);
}
unsigned lanescope_active_mask(int line) {
  unsigned mask = 1;
  if (runs()) {
    the_machine->meeting_of_lane() = {Meeting::active_mask, 0, nullptr, &mask, sizeof mask, 0, 32, line};
    the_machine->meet(HERE);
  }
  return mask;
}
void lanescope_atomic(const volatile void* place, unsigned bytes, int line) {
  if (runs()) the_machine->update(HERE, place, bytes, line);
}
void lanescope_get(const volatile void* place, void* value, unsigned bytes) {
  std::memcpy(value, const_cast<const void*>(place), bytes);
}
void lanescope_put(volatile void* place, const void* value, unsigned bytes) {
  std::memcpy(const_cast<void*>(place), value, bytes);
}
void lanescope_strong(const volatile void* place, unsigned bytes, int writes, int line) {
  if (runs()) the_machine->access_strongly(HERE, place, bytes, writes != 0, static_cast<std::uint32_t>(line));
}
void lanescope_fence() {
  if (runs()) the_machine->fence();
}
int lanescope_carry() {
  return runs() && the_machine->carry();
}
void lanescope_set_carry(int carry) {
  if (runs()) the_machine->carry() = carry != 0;
}
long long lanescope_clock() {
  if (!runs()) return the_kernel_clock.look(0);
  the_machine->await_turn();
  the_machine->go_beyond_memory();
  return the_kernel_clock.look(the_machine->ticks_since_last_look());
}
int lanescope_space_of(const void* place) {
  return runs() ? static_cast<int>(the_machine->memory().place_of(reinterpret_cast<std::uintptr_t>(place), 1).kind)
                : -1;
}
void lanescope_beyond_memory() {
  if (runs()) the_machine->go_beyond_memory();
}
void lanescope_skip_xorwow(unsigned* words, unsigned long long sequences, unsigned long long count) {
  XorwowWords state;
  std::copy_n(words, state.size(), state.begin());
  skip_xorwow(state, sequences, count);
  std::copy_n(state.begin(), state.size(), words);
}
void lanescope_trap(const char* why, int line) {
  the_machine->end_thread(FindingKind::crash, finding_words::kAssertion, {Sentence::word(why)},
                          static_cast<unsigned>(line));
}

void __assert_fail(const char* condition, const char* file, unsigned line, const char*) noexcept {
  const std::uint32_t known = line_in_file(file, static_cast<int>(line));
  if (!runs()) {
    std::fprintf(stderr, "line %s: assert(%s) does not hold.\n", line_text(known != 0 ? known : line).c_str(),
                 condition);
    std::abort();
  }
  the_machine->end_thread(FindingKind::crash, finding_words::kAssertion,
                          {Sentence::word(std::string("assert(") + condition + ") does not hold")},
                          known != 0 ? known : the_machine->line_of_lane());
}

/// `throw` begins with it.
void* __wrap___cxa_allocate_exception(std::size_t bytes) {
  if (runs()) the_machine->end_thread(FindingKind::crash, finding_words::kThrows, {}, the_machine->line_of_lane());
  return abi::__cxa_allocate_exception(bytes);
}

/// Of a kernel it is the low half of clock64().
clock_t __wrap_clock() {
  return runs() ? static_cast<int>(lanescope_clock()) : std::clock();
}

void* lanescope_move(void* to, const void* from, std::size_t bytes) {
  if (runs()) the_machine->move(HERE, to, from, bytes);
  return std::memmove(to, from, bytes);
}
void* lanescope_fill(void* to, int value, std::size_t bytes) {
  if (runs()) the_machine->move(HERE, to, nullptr, bytes);
  return std::memset(to, value, bytes);
}
void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  if (runs()) the_machine->copy(to, from, bytes);
  return std::memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  if (runs()) the_machine->copy(to, from, bytes);
  return std::memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  if (runs()) the_machine->copy(to, to, bytes);
  return std::memset(to, value, bytes);
}

/// The library's takes locks before the system refuses it, which what tells of that would wait for.
pid_t fork() noexcept {
  if (runs())
    the_machine->end_thread(FindingKind::crash, finding_words::kSystemCall,
                            {Sentence::word(std::to_string(SYS_clone))}, the_machine->line_of_lane());
  errno = EACCES;
  return -1;
}

int vprintf(const char* format, va_list values) {
  return print_lines(format, values);
}
int printf(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int count = print_lines(format, values);
  va_end(values);
  return count;
}
}
