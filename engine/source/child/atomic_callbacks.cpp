// What the compiler makes of atomic words of the standard library in watched code: each an update, or a load or a
// store that others may rely on. The host's threads run one after another, and a kernel's lanes too, so nothing
// comes between.
#include <cstdint>

#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_steps.h"

using namespace lanescope;

namespace {

void note_access(std::uintptr_t place, const volatile void* word, unsigned bytes, bool writes) {
  if (!the_machine) return note_poll(word);
  the_machine->access(place, word, bytes, writes, true);
}

void note_update(std::uintptr_t place, const volatile void* word, unsigned bytes) {
  if (!the_machine) return note_poll(word);
  the_machine->update(place, word, bytes, static_cast<int>(the_machine->line_of_lane()));
}

template <class T, class F>
T update_word(std::uintptr_t place, volatile T* word, F fresh) {
  note_update(place, word, sizeof(T));
  const T old = *word;
  *word = fresh(old);
  return old;
}

template <class T>
T exchange_if(std::uintptr_t place, volatile T* word, T wanted, T desired) {
  return update_word(place, word, [&](T old) { return old == wanted ? desired : old; });
}

template <class T>
bool exchange_expected(std::uintptr_t place, volatile T* word, T* expected, T desired) {
  const T wanted = *expected;
  *expected = exchange_if(place, word, wanted, desired);
  return *expected == wanted;
}

}  // namespace

#define HERE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))
#define FETCH(BITS, T, NAME, FRESH)                                                   \
  T __tsan_atomic##BITS##_fetch_##NAME(volatile T* word, T value, int) {              \
    return update_word(HERE, word, [value](T old) { return static_cast<T>(FRESH); }); \
  }
#define ATOMIC(BITS, T)                                                                                   \
  T __tsan_atomic##BITS##_load(const volatile T* word, int) {                                             \
    note_access(HERE, word, sizeof(T), false);                                                            \
    return *word;                                                                                         \
  }                                                                                                       \
  void __tsan_atomic##BITS##_store(volatile T* word, T value, int) {                                      \
    note_access(HERE, word, sizeof(T), true);                                                             \
    *word = value;                                                                                        \
  }                                                                                                       \
  T __tsan_atomic##BITS##_exchange(volatile T* word, T value, int) {                                      \
    return update_word(HERE, word, [value](T) { return value; });                                         \
  }                                                                                                       \
  FETCH(BITS, T, add, old + value)                                                                        \
  FETCH(BITS, T, sub, old - value)                                                                        \
  FETCH(BITS, T, and, old& value)                                                                         \
  FETCH(BITS, T, or, old | value)                                                                         \
  FETCH(BITS, T, xor, old ^ value)                                                                        \
  FETCH(BITS, T, nand, ~(old & value))                                                                    \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile T* word, T* expected, T desired, int, int) { \
    return exchange_expected(HERE, word, expected, desired);                                              \
  }                                                                                                       \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* word, T* expected, T desired, int, int) {   \
    return exchange_expected(HERE, word, expected, desired);                                              \
  }                                                                                                       \
  T __tsan_atomic##BITS##_compare_exchange_val(volatile T* word, T wanted, T desired, int, int) {         \
    return exchange_if(HERE, word, wanted, desired);                                                      \
  }

extern "C" {
ATOMIC(8, std::uint8_t)
ATOMIC(16, std::uint16_t)
ATOMIC(32, std::uint32_t)
ATOMIC(64, std::uint64_t)

void __tsan_atomic_thread_fence(int) {
  if (the_machine) the_machine->fence();
}
void __tsan_atomic_signal_fence(int) {}
}
