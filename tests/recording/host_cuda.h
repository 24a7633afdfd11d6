// Stands in for the CUDA words that the recording build is written in, so that it runs here: a fiber for each
// thread of the block, barriers for blocks and warps. Slow, and only for small blocks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "engine/emulator/fibers.h"

#define __device__
#define __shared__
#define __align__(bytes)

namespace host_cuda {

struct Index {
  unsigned x = 0;
};

/// Where so many threads wait for each other.
class Meeting {
 public:
  explicit Meeting(unsigned threads) : threads_(threads) {}
  void arrive_and_wait();

 private:
  unsigned threads_, arrived_ = 0, meetings_ = 0;
};

/// What the threads of one warp meet at, and what they hand over there.
struct Warp {
  explicit Warp(unsigned lanes) : meeting(lanes) {}
  Meeting meeting;
  std::array<std::uint64_t, 32> values{};
};

/// The block that runs now, whose threads go on in turn: blocks run one after another.
struct Block {
  Block(unsigned threads, const std::function<void()>& body)
      : meeting(threads), is_done(threads), body(body), fibers(threads, run_thread, this, true, kStackBytes) {
    for (unsigned first = 0; first < threads; first += 32) warps.emplace_back(std::min(32u, threads - first));
  }
  static unsigned run_thread(void* block, unsigned thread);
  /// Behind this one, in turn; the number of threads where all others are done.
  unsigned next_thread(unsigned thread) const {
    const auto count = static_cast<unsigned>(is_done.size());
    for (unsigned i = 1; i < count; ++i)
      if (!is_done[(thread + i) % count]) return (thread + i) % count;
    return count;
  }

  static constexpr std::size_t kStackBytes = 256 << 10;
  Meeting meeting;
  std::vector<Warp> warps;
  std::vector<bool> is_done;
  const std::function<void()>& body;
  lanescope::Fibers fibers;
};
inline Block* block = nullptr;

}  // namespace host_cuda

inline host_cuda::Index threadIdx, blockIdx, blockDim, gridDim;

namespace host_cuda {

inline void Meeting::arrive_and_wait() {
  if (++arrived_ == threads_) {
    arrived_ = 0;
    ++meetings_;
    return;
  }
  const unsigned meetings = meetings_, self = threadIdx.x;
  while (meetings_ == meetings) {
    const unsigned next = block->next_thread(self);
    if (next == block->is_done.size()) throw std::runtime_error("a thread waits for others, which are done");
    block->fibers.switch_to(self, next);
    threadIdx.x = self;
  }
}

inline unsigned Block::run_thread(void* context, unsigned thread) {
  Block& block = *static_cast<Block*>(context);
  threadIdx.x = thread;
  block.body();
  block.is_done[thread] = true;
  return block.next_thread(thread);
}

/// The values of all lanes of the calling thread's warp, once all have brought theirs.
inline std::array<std::uint64_t, 32> exchange(std::uint64_t value) {
  Warp& warp = block->warps[threadIdx.x / 32];
  warp.values[threadIdx.x % 32] = value;
  warp.meeting.arrive_and_wait();
  const auto values = warp.values;
  warp.meeting.arrive_and_wait();  // nobody overwrites them before all have read them
  return values;
}

inline void launch(unsigned grid_dim, unsigned block_dim, const std::function<void()>& body) {
  gridDim.x = grid_dim;
  blockDim.x = block_dim;
  for (blockIdx.x = 0; blockIdx.x < grid_dim; ++blockIdx.x) {
    Block one(block_dim, body);
    block = &one;
    one.fibers.run(0);
  }
  block = nullptr;
}

template <class T, class Update>
T atomically(T* address, Update update) {
  const T old = *address;
  *address = update(old);
  return old;
}

}  // namespace host_cuda

inline void __syncthreads() {
  host_cuda::block->meeting.arrive_and_wait();
}

inline void __syncwarp() {
  host_cuda::block->warps[threadIdx.x / 32].meeting.arrive_and_wait();
}

inline void __threadfence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

inline unsigned __ballot_sync(unsigned, bool vote) {
  const auto votes = host_cuda::exchange(vote);
  unsigned mask = 0;
  const unsigned lanes = std::min(32u, blockDim.x);
  for (unsigned lane = 0; lane < lanes; ++lane) mask |= static_cast<unsigned>(votes[lane] != 0) << lane;
  return mask;
}

template <class T>
T __shfl_down_sync(unsigned, T value, unsigned offset, unsigned width = 32) {
  std::uint64_t bits = 0;
  static_assert(sizeof(T) <= sizeof(bits));
  __builtin_memcpy(&bits, &value, sizeof(T));
  const auto values = host_cuda::exchange(bits);
  const unsigned lane = threadIdx.x % 32, source = lane % width + offset < width ? lane + offset : lane;
  __builtin_memcpy(&value, &values[source], sizeof(T));
  return value;
}

template <class T>
T atomicAdd(T* address, T value) {
  return host_cuda::atomically(address, [&](T old) { return old + value; });
}
template <class T>
T atomicMin(T* address, T value) {
  return host_cuda::atomically(address, [&](T old) { return std::min(old, value); });
}
template <class T>
T atomicMax(T* address, T value) {
  return host_cuda::atomically(address, [&](T old) { return std::max(old, value); });
}
template <class T>
T atomicCAS(T* address, T expected, std::type_identity_t<T> value) {
  return host_cuda::atomically(address, [&](T old) { return old == expected ? value : old; });
}

// Blocks run one after another, and one thread of each passes a sum on.
inline constexpr int __NV_ATOMIC_RELAXED = 0, __NV_THREAD_SCOPE_DEVICE = 0;
template <class T>
void __nv_atomic_store(T* address, const T* value, int, int) {
  *address = *value;
}
template <class T>
void __nv_atomic_load(const T* address, T* value, int, int) {
  *value = *address;
}

template <class To, class From>
To host_bits(From from) {
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}
inline int __float_as_int(float value) {
  return host_bits<int>(value);
}
inline unsigned __float_as_uint(float value) {
  return host_bits<unsigned>(value);
}
inline float __int_as_float(int value) {
  return host_bits<float>(value);
}
inline long long __double_as_longlong(double value) {
  return host_bits<long long>(value);
}
inline double __longlong_as_double(long long value) {
  return host_bits<double>(value);
}
