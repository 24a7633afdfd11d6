// libcu++: atomic words with a scope, barriers, pipelines and the like. Of the standard library's names in
// cuda::std most are those of the host's.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "cooperative_groups.hpp"

namespace cuda {

namespace std {
using namespace ::std;
}  // namespace std

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
using memory_order = ::std::memory_order;
inline constexpr memory_order memory_order_relaxed = ::std::memory_order_relaxed,
                              memory_order_consume = ::std::memory_order_consume,
                              memory_order_acquire = ::std::memory_order_acquire,
                              memory_order_release = ::std::memory_order_release,
                              memory_order_acq_rel = ::std::memory_order_acq_rel,
                              memory_order_seq_cst = ::std::memory_order_seq_cst;

LANESCOPE_INLINE void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) { __threadfence(); }

/// A word that threads share. One that is updated in another order than relaxed orders what is before and behind
/// it.
template <class T, thread_scope = thread_scope_system>
class atomic_ref {
 public:
  using value_type = T;
  LANESCOPE_INLINE explicit atomic_ref(T& word) : word_(&word) {}
  LANESCOPE_INLINE T load(memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) const {
    return __nv_atomic_load_n(word_, kind(order), __NV_THREAD_SCOPE_SYSTEM, line);
  }
  LANESCOPE_INLINE void store(T value, memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) const {
    __nv_atomic_store_n(word_, value, kind(order), __NV_THREAD_SCOPE_SYSTEM, line);
  }
  LANESCOPE_INLINE T exchange(T value, memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) const {
    return ordered(order, [&] { return ::atomicExch(word_, value, line); });
  }
  LANESCOPE_INLINE bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst,
                                                int line = LANESCOPE_LINE) const {
    const T wanted = expected;
    expected = ordered(order, [&] { return ::atomicCAS(word_, wanted, desired, line); });
    return expected == wanted;
  }
  LANESCOPE_INLINE bool compare_exchange_strong(T& expected, T desired, memory_order order, memory_order,
                                                int line = LANESCOPE_LINE) const {
    return compare_exchange_strong(expected, desired, order, line);
  }
  LANESCOPE_INLINE bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst,
                                              int line = LANESCOPE_LINE) const {
    return compare_exchange_strong(expected, desired, order, line);
  }
  LANESCOPE_INLINE bool compare_exchange_weak(T& expected, T desired, memory_order order, memory_order,
                                              int line = LANESCOPE_LINE) const {
    return compare_exchange_strong(expected, desired, order, line);
  }
#define LANESCOPE_FETCH(NAME, ATOMIC)                                                                            \
  template <class U>                                                                                             \
  LANESCOPE_INLINE T fetch_##NAME(U value, memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) \
      const {                                                                                                    \
    return ordered(order, [&] { return ::ATOMIC(word_, static_cast<T>(value), line); });                         \
  }
  LANESCOPE_FETCH(add, atomicAdd)
  LANESCOPE_FETCH(sub, atomicSub)
  LANESCOPE_FETCH(and, atomicAnd)
  LANESCOPE_FETCH(or, atomicOr)
  LANESCOPE_FETCH(xor, atomicXor)
  LANESCOPE_FETCH(min, atomicMin)
  LANESCOPE_FETCH(max, atomicMax)
#undef LANESCOPE_FETCH
  LANESCOPE_INLINE operator T() const { return load(); }
  LANESCOPE_INLINE T operator=(T value) const { return store(value), value; }
  LANESCOPE_INLINE T operator++() const { return fetch_add(1) + 1; }
  LANESCOPE_INLINE T operator++(int) const { return fetch_add(1); }
  LANESCOPE_INLINE T operator--() const { return fetch_sub(1) - 1; }
  LANESCOPE_INLINE T operator--(int) const { return fetch_sub(1); }
  LANESCOPE_INLINE T operator+=(T value) const { return fetch_add(value) + value; }
  LANESCOPE_INLINE T operator-=(T value) const { return fetch_sub(value) - value; }
  LANESCOPE_INLINE T operator&=(T value) const { return fetch_and(value) & value; }
  LANESCOPE_INLINE T operator|=(T value) const { return fetch_or(value) | value; }
  LANESCOPE_INLINE T operator^=(T value) const { return fetch_xor(value) ^ value; }
  LANESCOPE_INLINE void wait(T old, memory_order = memory_order_seq_cst, int line = LANESCOPE_LINE) const {
    while (load(memory_order_acquire, line) == old) {
    }
  }
  LANESCOPE_INLINE void notify_one() const {}
  LANESCOPE_INLINE void notify_all() const {}
  LANESCOPE_INLINE bool is_lock_free() const { return true; }

 private:
  LANESCOPE_INLINE static int kind(memory_order order) { return static_cast<int>(order); }
  template <class F>
  LANESCOPE_INLINE static T ordered(memory_order order, F update) {
    if (order != memory_order_relaxed) __threadfence();
    const T old = update();
    if (order != memory_order_relaxed) __threadfence();
    return old;
  }
  T* word_;
};

/// The same with a word of its own.
template <class T, thread_scope kScope = thread_scope_system>
class atomic {
  using Ref = atomic_ref<T, kScope>;
  LANESCOPE_INLINE Ref ref() const { return Ref(const_cast<T&>(word_)); }

 public:
  using value_type = T;
  atomic() = default;
  constexpr atomic(T value) : word_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
#define LANESCOPE_SAME(NAME)                   \
  template <class... A>                        \
  LANESCOPE_INLINE auto NAME(A&&... a) const { \
    return ref().NAME(static_cast<A&&>(a)...); \
  }
  LANESCOPE_SAME(store)
  LANESCOPE_SAME(exchange)
  LANESCOPE_SAME(compare_exchange_strong) LANESCOPE_SAME(compare_exchange_weak) LANESCOPE_SAME(fetch_add)
      LANESCOPE_SAME(fetch_sub) LANESCOPE_SAME(fetch_and) LANESCOPE_SAME(fetch_or) LANESCOPE_SAME(fetch_xor)
          LANESCOPE_SAME(fetch_min) LANESCOPE_SAME(fetch_max) LANESCOPE_SAME(load) LANESCOPE_SAME(wait)
#undef LANESCOPE_SAME
              LANESCOPE_INLINE void notify_one() const {
  }
  LANESCOPE_INLINE void notify_all() const {}
  LANESCOPE_INLINE bool is_lock_free() const { return true; }
  LANESCOPE_INLINE operator T() const { return ref().load(); }
  LANESCOPE_INLINE T operator=(T value) { return ref() = value; }
  LANESCOPE_INLINE T operator++() { return ++ref(); }
  LANESCOPE_INLINE T operator++(int) { return ref()++; }
  LANESCOPE_INLINE T operator--() { return --ref(); }
  LANESCOPE_INLINE T operator--(int) { return ref()--; }
  LANESCOPE_INLINE T operator+=(T value) { return ref() += value; }
  LANESCOPE_INLINE T operator-=(T value) { return ref() -= value; }
  LANESCOPE_INLINE T operator&=(T value) { return ref() &= value; }
  LANESCOPE_INLINE T operator|=(T value) { return ref() |= value; }
  LANESCOPE_INLINE T operator^=(T value) { return ref() ^= value; }

 private:
  T word_;
};
template <thread_scope kScope = thread_scope_system>
class atomic_flag {
 public:
  LANESCOPE_INLINE bool test_and_set(memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) {
    return set_.exchange(1, order, line) != 0;
  }
  LANESCOPE_INLINE bool test(memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) const {
    return set_.load(order, line) != 0;
  }
  LANESCOPE_INLINE void clear(memory_order order = memory_order_seq_cst, int line = LANESCOPE_LINE) {
    set_.store(0, order, line);
  }

 private:
  atomic<int, kScope> set_{0};
};

// --- barriers: who arrives waits, since who waits later does nothing else that others need ---
struct lanescope_arrived {};
template <thread_scope = thread_scope_system, class Completion = lanescope_arrived>
class barrier {
 public:
  using arrival_token = lanescope_arrived;
  barrier() = default;
  LANESCOPE_INLINE explicit barrier(int expected, Completion = Completion()) : expected_(expected) {}
  LANESCOPE_INLINE arrival_token arrive(int = 1, int line = LANESCOPE_LINE) {
    meet(line);
    return {};
  }
  LANESCOPE_INLINE void wait(arrival_token&&) const {}
  LANESCOPE_INLINE void arrive_and_wait(int line = LANESCOPE_LINE) { meet(line); }
  LANESCOPE_INLINE void arrive_and_drop(int line = LANESCOPE_LINE) { meet(line); }
  LANESCOPE_INLINE bool try_wait(arrival_token&&) const { return true; }
  LANESCOPE_INLINE friend void init(barrier* one, int expected) { one->expected_ = expected; }

 private:
  LANESCOPE_INLINE void meet(int line) const {
    if (expected_ == 1) return;
    if (expected_ == 32 && cooperative_groups::lanescope_threads() != 32)
      __syncwarp(0xffffffffu, line);
    else
      lanescope_barrier(lanescope_sync, 0, line);
  }
  int expected_;
};
template <thread_scope kScope = thread_scope_system>
class latch {
 public:
  LANESCOPE_INLINE explicit latch(int expected) : left_(expected) {}
  LANESCOPE_INLINE void count_down(int by = 1, int line = LANESCOPE_LINE) {
    left_.fetch_sub(by, memory_order_release, line);
  }
  LANESCOPE_INLINE bool try_wait(int line = LANESCOPE_LINE) const {
    return left_.load(memory_order_acquire, line) == 0;
  }
  LANESCOPE_INLINE void wait(int line = LANESCOPE_LINE) const {
    while (!try_wait(line)) {
    }
  }

 private:
  atomic<int, kScope> left_;
};
template <thread_scope kScope = thread_scope_system, int kMost = 0x7fffffff>
class counting_semaphore {
 public:
  LANESCOPE_INLINE explicit counting_semaphore(int count) : count_(count) {}
  LANESCOPE_INLINE void release(int by = 1, int line = LANESCOPE_LINE) {
    count_.fetch_add(by, memory_order_release, line);
  }
  LANESCOPE_INLINE bool try_acquire(int line = LANESCOPE_LINE) {
    int seen = count_.load(memory_order_acquire, line);
    return seen > 0 && count_.compare_exchange_strong(seen, seen - 1, memory_order_acq_rel, line);
  }
  LANESCOPE_INLINE void acquire(int line = LANESCOPE_LINE) {
    while (!try_acquire(line)) {
    }
  }

 private:
  atomic<int, kScope> count_;
};
template <thread_scope kScope = thread_scope_system>
using binary_semaphore = counting_semaphore<kScope, 1>;

// --- copies, done at once by who asks for them; the threads of a group share the work ---
template <::std::size_t kBytes>
struct aligned_size_t {
  constexpr explicit aligned_size_t(::std::size_t bytes) : value(bytes) {}
  constexpr operator ::std::size_t() const { return value; }
  ::std::size_t value;
};
template <thread_scope kScope, unsigned char kStages>
struct pipeline_shared_state {
  char unused;
};
enum class pipeline_role { producer, consumer };
template <thread_scope kScope = thread_scope_thread>
class pipeline {
 public:
  LANESCOPE_INLINE void producer_acquire(int line = LANESCOPE_LINE) const { meet(line); }
  LANESCOPE_INLINE void producer_commit() const {}
  LANESCOPE_INLINE void consumer_wait(int line = LANESCOPE_LINE) const { meet(line); }
  LANESCOPE_INLINE void consumer_release() const {}
  LANESCOPE_INLINE bool quit() const { return true; }

 private:
  LANESCOPE_INLINE static void meet(int line) {
    if (kScope != thread_scope_thread) lanescope_barrier(lanescope_sync, 0, line);
  }
};
LANESCOPE_INLINE pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <class Group, thread_scope kScope, unsigned char kStages, class... A>
LANESCOPE_INLINE pipeline<kScope> make_pipeline(const Group&, pipeline_shared_state<kScope, kStages>*, A...) {
  return {};
}
template <unsigned char kPrior, thread_scope kScope>
LANESCOPE_INLINE void pipeline_consumer_wait_prior(pipeline<kScope>& one, int line = LANESCOPE_LINE) {
  one.consumer_wait(line);
}
template <class T, class U, class Bytes, class Done,
          class = decltype(static_cast<::std::size_t>(::std::declval<Bytes>()))>
LANESCOPE_INLINE void memcpy_async(T* to, const U* from, Bytes bytes, Done&) {
  for (::std::size_t i = 0; i < static_cast<::std::size_t>(bytes) / sizeof(T); ++i)
    to[i] = reinterpret_cast<const T*>(from)[i];
}
template <class Group, class T, class U, class Bytes, class Done,
          class = decltype(::std::declval<const Group&>().thread_rank())>
LANESCOPE_INLINE void memcpy_async(const Group& group, T* to, const U* from, Bytes bytes, Done&) {
  const ::std::size_t count = static_cast<::std::size_t>(bytes) / sizeof(T);
  for (::std::size_t i = group.thread_rank(); i < count; i += group.size())
    to[i] = reinterpret_cast<const T*>(from)[i];
}

// --- functions ---
template <class T, class U>
constexpr LANESCOPE_INLINE auto ceil_div(T a, U b) {
  return (a + b - 1) / b;
}
template <class T, class U>
constexpr LANESCOPE_INLINE auto round_up(T a, U b) {
  return (a + b - 1) / b * b;
}
template <class T, class U>
constexpr LANESCOPE_INLINE auto round_down(T a, U b) {
  return a / b * b;
}
template <class T = void>
struct maximum {
  template <class A, class B>
  LANESCOPE_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return a < b ? b : a;
  }
};
template <class T = void>
struct minimum {
  template <class A, class B>
  LANESCOPE_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return b < a ? b : a;
  }
};
template <class R, class F>
LANESCOPE_INLINE F proclaim_return_type(F function) {
  return function;
}
template <class T>
LANESCOPE_INLINE void discard_memory(T*, ::std::size_t) {}
template <class T, class... A>
LANESCOPE_INLINE T* associate_access_property(T* place, A...) {
  return place;
}

namespace std {
template <class T>
using atomic = cuda::atomic<T>;
template <class T>
using atomic_ref = cuda::atomic_ref<T>;
template <class F = lanescope_arrived>
using barrier = cuda::barrier<thread_scope_system, F>;
using latch = cuda::latch<>;
template <int kMost = 0x7fffffff>
using counting_semaphore = cuda::counting_semaphore<thread_scope_system, kMost>;
using binary_semaphore = cuda::binary_semaphore<>;
}  // namespace std

}  // namespace cuda
