// Barriers, warp functions and atomics. `line` is where the kernel calls them.
#pragma once

#define LANESCOPE_INLINE inline __attribute__((always_inline))

extern "C" {
/// The user's file, as the unit names it behind these headers.
extern const char lanescope_source[] __attribute__((visibility("hidden")));
/// A line of another file as one number.
int lanescope_line_in(const char* file, int line);
/// The block's barrier; `how` of LanescopeBarrier combines the predicates of all threads.
int lanescope_barrier(int how, int predicate, int line);
/// The beginning of a kernel whose blocks have at most so many threads.
void lanescope_begin(unsigned most_threads);
/// The end of a kernel, for threads that did not return before.
void lanescope_end();
/// A warp's lanes of `mask` meet, and each gets `bytes` (at most 16) at `result`; `how` of LanescopeMeeting.
void lanescope_meet(int how, unsigned mask, const void* value, void* result, unsigned bytes, int argument,
                    int width, int line);
void lanescope_atomic(const volatile void* place, unsigned bytes, int line);
unsigned lanescope_active_mask(int line);
void lanescope_fence();
/// An access that other threads may rely on.
void lanescope_strong(const volatile void* place, unsigned bytes, int writes, int line);
long long lanescope_clock();
/// The thread's carry flag.
int lanescope_carry();
void lanescope_set_carry(int carry);
/// 0 global, 1 shared, 2 the thread's own, 4 constant.
int lanescope_space_of(const void* place);
/// What a launch does depends on more than what is in its arrays.
void lanescope_beyond_memory();
void lanescope_trap(const char* why, int line) __attribute__((noreturn));
}

/// Where a function is called, as a default argument of it; of the user's file a constant.
#define LANESCOPE_LINE lanescope_line_of(__builtin_FILE(), __builtin_LINE())
LANESCOPE_INLINE int lanescope_line_of(const char* file, int line) {
  return __builtin_strcmp(file, lanescope_source) == 0 ? line : lanescope_line_in(file, line);
}

enum LanescopeBarrier { lanescope_sync, lanescope_count, lanescope_and, lanescope_or, lanescope_grid };
enum LanescopeMeeting {
  lanescope_sync_warp,
  lanescope_shuffle,
  lanescope_shuffle_up,
  lanescope_shuffle_down,
  lanescope_shuffle_xor,
  lanescope_ballot,
  lanescope_any,
  lanescope_all,
  lanescope_match_any,
  lanescope_match_all,
  lanescope_add,
  lanescope_min,
  lanescope_max,
  lanescope_umin,
  lanescope_umax,
  lanescope_bits_and,
  lanescope_bits_or,
  lanescope_bits_xor
};

LANESCOPE_INLINE void __syncthreads(int line = LANESCOPE_LINE) { lanescope_barrier(lanescope_sync, 0, line); }
LANESCOPE_INLINE int __syncthreads_count(int p, int line = LANESCOPE_LINE) {
  return lanescope_barrier(lanescope_count, p, line);
}
LANESCOPE_INLINE int __syncthreads_and(int p, int line = LANESCOPE_LINE) {
  return lanescope_barrier(lanescope_and, p, line);
}
LANESCOPE_INLINE int __syncthreads_or(int p, int line = LANESCOPE_LINE) {
  return lanescope_barrier(lanescope_or, p, line);
}
LANESCOPE_INLINE void __syncwarp(unsigned mask = 0xffffffffu, int line = LANESCOPE_LINE) {
  lanescope_meet(lanescope_sync_warp, mask, nullptr, nullptr, 0, 0, 32, line);
}
LANESCOPE_INLINE unsigned __activemask(int line = LANESCOPE_LINE) { return lanescope_active_mask(line); }
// One thread runs at a time, so every write is seen at once; the compiler must not move one across.
LANESCOPE_INLINE void __threadfence() {
  lanescope_fence();
  __asm__ volatile("" ::: "memory");
}
LANESCOPE_INLINE void __threadfence_block() { __threadfence(); }
LANESCOPE_INLINE void __threadfence_system() { __threadfence(); }
LANESCOPE_INLINE void __nanosleep(unsigned) {}
LANESCOPE_INLINE long long clock64() { return lanescope_clock(); }
LANESCOPE_INLINE void __trap(int line = LANESCOPE_LINE) { lanescope_trap("__trap()", line); }

template <class T>
LANESCOPE_INLINE T lanescope_met(int how, unsigned mask, T value, int argument, int width, int line) {
  static_assert(sizeof(T) <= 16 && std::is_trivially_copyable_v<T>, "a warp function takes a number");
  T result;
  lanescope_meet(how, mask, &value, &result, sizeof(T), argument, width, line);
  return result;
}
template <class R, class T>
LANESCOPE_INLINE R lanescope_voted(int how, unsigned mask, T value, int line) {
  R result;
  lanescope_meet(how, mask, &value, &result, sizeof(T), 0, 32, line);
  return result;
}

#define LANESCOPE_SHUFFLE(NAME, HOW, ARGUMENT)                                                                    \
  template <class T>                                                                                              \
  LANESCOPE_INLINE T NAME##_sync(unsigned mask, T value, ARGUMENT a, int width = 32, int line = LANESCOPE_LINE) { \
    return lanescope_met(HOW, mask, value, static_cast<int>(a), width, line);                                     \
  }                                                                                                               \
  template <class T>                                                                                              \
  LANESCOPE_INLINE T NAME(T value, ARGUMENT a, int width = 32, int line = LANESCOPE_LINE) {                       \
    return lanescope_met(HOW, 0xffffffffu, value, static_cast<int>(a), width, line);                              \
  }
LANESCOPE_SHUFFLE(__shfl, lanescope_shuffle, int)
LANESCOPE_SHUFFLE(__shfl_up, lanescope_shuffle_up, unsigned)
LANESCOPE_SHUFFLE(__shfl_down, lanescope_shuffle_down, unsigned)
LANESCOPE_SHUFFLE(__shfl_xor, lanescope_shuffle_xor, int)
#undef LANESCOPE_SHUFFLE

LANESCOPE_INLINE unsigned __ballot_sync(unsigned mask, int p, int line = LANESCOPE_LINE) {
  return lanescope_voted<unsigned>(lanescope_ballot, mask, p, line);
}
LANESCOPE_INLINE int __uni_sync(unsigned mask, int p, int line = LANESCOPE_LINE) {
  const unsigned yes = __ballot_sync(mask, p, line);
  return yes == 0 || yes == mask;
}
LANESCOPE_INLINE int __any_sync(unsigned mask, int p, int line = LANESCOPE_LINE) {
  return lanescope_voted<int>(lanescope_any, mask, p, line);
}
LANESCOPE_INLINE int __all_sync(unsigned mask, int p, int line = LANESCOPE_LINE) {
  return lanescope_voted<int>(lanescope_all, mask, p, line);
}
// As before Volta: of all lanes that are there.
LANESCOPE_INLINE unsigned __ballot(int p, int line = LANESCOPE_LINE) {
  return __ballot_sync(lanescope_active_mask(line), p, line);
}
LANESCOPE_INLINE int __any(int p, int line = LANESCOPE_LINE) {
  return __any_sync(lanescope_active_mask(line), p, line);
}
LANESCOPE_INLINE int __all(int p, int line = LANESCOPE_LINE) {
  return __all_sync(lanescope_active_mask(line), p, line);
}
template <class T>
LANESCOPE_INLINE unsigned __match_any_sync(unsigned mask, T value, int line = LANESCOPE_LINE) {
  return lanescope_voted<unsigned>(lanescope_match_any, mask, value, line);
}
template <class T>
LANESCOPE_INLINE unsigned __match_all_sync(unsigned mask, T value, int* all, int line = LANESCOPE_LINE) {
  const unsigned met = lanescope_voted<unsigned>(lanescope_match_all, mask, value, line);
  *all = met != 0;
  return met;
}

#define LANESCOPE_REDUCE(NAME, T, HOW)                                         \
  LANESCOPE_INLINE T NAME(unsigned mask, T value, int line = LANESCOPE_LINE) { \
    return lanescope_voted<T>(HOW, mask, value, line);                         \
  }
LANESCOPE_REDUCE(__reduce_add_sync, int, lanescope_add)
LANESCOPE_REDUCE(__reduce_add_sync, unsigned, lanescope_add)
LANESCOPE_REDUCE(__reduce_min_sync, int, lanescope_min)
LANESCOPE_REDUCE(__reduce_min_sync, unsigned, lanescope_umin)
LANESCOPE_REDUCE(__reduce_max_sync, int, lanescope_max)
LANESCOPE_REDUCE(__reduce_max_sync, unsigned, lanescope_umax)
LANESCOPE_REDUCE(__reduce_and_sync, unsigned, lanescope_bits_and)
LANESCOPE_REDUCE(__reduce_or_sync, unsigned, lanescope_bits_or)
LANESCOPE_REDUCE(__reduce_xor_sync, unsigned, lanescope_bits_xor)
#undef LANESCOPE_REDUCE

// Nothing runs between the load and the store of an update, which are copies that nobody records.
#define LANESCOPE_ATOMIC(NAME, NEW)                                                               \
  template <class T, class U>                                                                     \
  LANESCOPE_INLINE T NAME(T* place, U operand, int line = LANESCOPE_LINE) {                       \
    lanescope_atomic(place, sizeof(T), line);                                                     \
    return lanescope_update(place, static_cast<T>(operand), [](T old, T v) -> T { return NEW; }); \
  }                                                                                               \
  template <class T, class U>                                                                     \
  LANESCOPE_INLINE T NAME##_block(T* place, U operand, int line = LANESCOPE_LINE) {               \
    return NAME(place, operand, line);                                                            \
  }                                                                                               \
  template <class T, class U>                                                                     \
  LANESCOPE_INLINE T NAME##_system(T* place, U operand, int line = LANESCOPE_LINE) {              \
    return NAME(place, operand, line);                                                            \
  }
extern "C" {
void lanescope_get(const volatile void* place, void* value, unsigned bytes);
void lanescope_put(volatile void* place, const void* value, unsigned bytes);
}
template <class T, class F>
LANESCOPE_INLINE T lanescope_update(T* place, T operand, F combine) {
  T old;
  lanescope_get(place, &old, sizeof(T));
  const T fresh = combine(old, operand);
  lanescope_put(place, &fresh, sizeof(T));
  return old;
}
LANESCOPE_ATOMIC(atomicAdd, old + v)
LANESCOPE_ATOMIC(atomicSub, old - v)
LANESCOPE_ATOMIC(atomicExch, ((void)old, v))
LANESCOPE_ATOMIC(atomicMin, v < old ? v : old)
LANESCOPE_ATOMIC(atomicMax, old < v ? v : old)
LANESCOPE_ATOMIC(atomicAnd, old& v)
LANESCOPE_ATOMIC(atomicOr, old | v)
LANESCOPE_ATOMIC(atomicXor, old ^ v)
LANESCOPE_ATOMIC(atomicInc, old >= v ? T(0) : T(old + 1))
LANESCOPE_ATOMIC(atomicDec, old == 0 || old > v ? v : T(old - 1))
#undef LANESCOPE_ATOMIC
template <class T, class U, class V>
LANESCOPE_INLINE T atomicCAS(T* place, U expected, V desired, int line = LANESCOPE_LINE) {
  lanescope_atomic(place, sizeof(T), line);
  T old;
  lanescope_get(place, &old, sizeof(T));
  const T fresh = old == static_cast<T>(expected) ? static_cast<T>(desired) : old;
  lanescope_put(place, &fresh, sizeof(T));
  return old;
}

template <class T, class U, class V>
LANESCOPE_INLINE T atomicCAS_block(T* place, U expected, V desired, int line = LANESCOPE_LINE) {
  return atomicCAS(place, expected, desired, line);
}
template <class T, class U, class V>
LANESCOPE_INLINE T atomicCAS_system(T* place, U expected, V desired, int line = LANESCOPE_LINE) {
  return atomicCAS(place, expected, desired, line);
}

// Loads and stores of words that threads share. Each is one access, whatever its order.
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_DEVICE 4
#define __NV_THREAD_SCOPE_SYSTEM 5
template <class T>
LANESCOPE_INLINE void __nv_atomic_load(T* place, T* value, int order, int = __NV_THREAD_SCOPE_SYSTEM,
                                       int line = LANESCOPE_LINE) {
  lanescope_strong(place, sizeof(T), 0, line);
  lanescope_get(place, value, sizeof(T));
  if (order != __NV_ATOMIC_RELAXED) __threadfence();
}
template <class T>
LANESCOPE_INLINE void __nv_atomic_store(T* place, T* value, int order, int = __NV_THREAD_SCOPE_SYSTEM,
                                        int line = LANESCOPE_LINE) {
  if (order != __NV_ATOMIC_RELAXED) __threadfence();
  lanescope_strong(place, sizeof(T), 1, line);
  lanescope_put(place, value, sizeof(T));
}
template <class T>
LANESCOPE_INLINE T __nv_atomic_load_n(T* place, int order, int scope = __NV_THREAD_SCOPE_SYSTEM,
                                      int line = LANESCOPE_LINE) {
  T value;
  __nv_atomic_load(place, &value, order, scope, line);
  return value;
}
template <class T>
LANESCOPE_INLINE void __nv_atomic_store_n(T* place, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM,
                                          int line = LANESCOPE_LINE) {
  __nv_atomic_store(place, &value, order, scope, line);
}
template <class T>
LANESCOPE_INLINE bool __nv_atomic_compare_exchange_n(T* place, T* expected, T desired, bool, int, int,
                                                     int = __NV_THREAD_SCOPE_SYSTEM, int line = LANESCOPE_LINE) {
  const T wanted = *expected, old = atomicCAS(place, wanted, desired, line);
  *expected = old;
  return old == wanted;
}
template <class T>
LANESCOPE_INLINE T __nv_atomic_exchange_n(T* place, T value, int, int = __NV_THREAD_SCOPE_SYSTEM,
                                          int line = LANESCOPE_LINE) {
  return atomicExch(place, value, line);
}
#define LANESCOPE_NV_ATOMIC(NAME, ATOMIC)                                                             \
  template <class T, class U>                                                                         \
  LANESCOPE_INLINE T __nv_atomic_fetch_##NAME(T* place, U value, int, int = __NV_THREAD_SCOPE_SYSTEM, \
                                              int line = LANESCOPE_LINE) {                            \
    return ATOMIC(place, value, line);                                                                \
  }                                                                                                   \
  template <class T, class U>                                                                         \
  LANESCOPE_INLINE void __nv_atomic_##NAME(T* place, U value, int, int = __NV_THREAD_SCOPE_SYSTEM,    \
                                           int line = LANESCOPE_LINE) {                               \
    ATOMIC(place, value, line);                                                                       \
  }
LANESCOPE_NV_ATOMIC(add, atomicAdd)
LANESCOPE_NV_ATOMIC(sub, atomicSub)
LANESCOPE_NV_ATOMIC(and, atomicAnd)
LANESCOPE_NV_ATOMIC(or, atomicOr)
LANESCOPE_NV_ATOMIC(xor, atomicXor)
LANESCOPE_NV_ATOMIC(min, atomicMin)
LANESCOPE_NV_ATOMIC(max, atomicMax)
#undef LANESCOPE_NV_ATOMIC
LANESCOPE_INLINE void __brkpt(int line = LANESCOPE_LINE) { lanescope_trap("__brkpt()", line); }
LANESCOPE_INLINE void __prof_trigger(int) {}
LANESCOPE_INLINE unsigned __isGlobal(const void* place) { return lanescope_space_of(place) == 0; }
LANESCOPE_INLINE unsigned __isShared(const void* place) { return lanescope_space_of(place) == 1; }
LANESCOPE_INLINE unsigned __isLocal(const void* place) { return lanescope_space_of(place) == 2; }
LANESCOPE_INLINE unsigned __isConstant(const void* place) { return lanescope_space_of(place) == 4; }
