// Cooperative groups of one block: thread_block, tiles of a warp, coalesced threads, and reductions over them.
#pragma once

#include "lanescope_cuda.hpp"

namespace cooperative_groups {

// Blocks run one after another here, and those of a cluster read each other's shared memory.
struct LANESCOPE_REFUSED(
    "Lanescope has no clusters of blocks; exchange what they share through global memory, in two launches")
    cluster_group {};
LANESCOPE_REFUSED(
    "Lanescope has no clusters of blocks; exchange what they share through global memory, in two launches")
int this_cluster();

LANESCOPE_INLINE unsigned lanescope_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
LANESCOPE_INLINE unsigned lanescope_threads() { return blockDim.x * blockDim.y * blockDim.z; }

struct lanescope_lanes;
struct thread_block {
  LANESCOPE_INLINE operator lanescope_lanes() const;
  LANESCOPE_INLINE static void sync(int line = LANESCOPE_LINE) { lanescope_barrier(lanescope_sync, 0, line); }
  /// Who arrives waits for all, since who waits later does nothing else; the way back says so to nobody.
  struct arrival_token {};
  LANESCOPE_INLINE static arrival_token barrier_arrive(int line = LANESCOPE_LINE) {
    return sync(line), arrival_token();
  }
  LANESCOPE_INLINE static void barrier_wait(arrival_token&&) {}
  LANESCOPE_INLINE static unsigned thread_rank() { return lanescope_thread(); }
  LANESCOPE_INLINE static unsigned size() { return lanescope_threads(); }
  LANESCOPE_INLINE static unsigned num_threads() { return lanescope_threads(); }
  LANESCOPE_INLINE static dim3 group_index() { return blockIdx; }
  LANESCOPE_INLINE static dim3 thread_index() { return threadIdx; }
  LANESCOPE_INLINE static dim3 group_dim() { return blockDim; }
  LANESCOPE_INLINE static dim3 dim_threads() { return blockDim; }
};
LANESCOPE_INLINE thread_block this_thread_block() { return {}; }
/// What tiles of several warps take on a GPU.
template <unsigned kThreads = 1024>
struct block_tile_memory {
  char unused;
};
template <unsigned kThreads>
LANESCOPE_INLINE thread_block this_thread_block(block_tile_memory<kThreads>&) {
  return {};
}

/// Lanes of one warp, by their mask; or what waits for the whole block: a block, and a tile of several warps, whose
/// threads meet more threads than they must.
struct lanescope_lanes {
  unsigned mask = 0, rank = 0, count = 0, group = 0, groups = 1;
  bool is_block = false;

  LANESCOPE_INLINE void sync(int line = LANESCOPE_LINE) const {
    if (is_block) return (void)lanescope_barrier(lanescope_sync, 0, line);
    lanescope_meet(lanescope_sync_warp, mask, nullptr, nullptr, 0, 0, 32, line);
  }
  LANESCOPE_INLINE unsigned thread_rank() const { return rank; }
  LANESCOPE_INLINE unsigned size() const { return count; }
  LANESCOPE_INLINE unsigned num_threads() const { return count; }
  LANESCOPE_INLINE unsigned meta_group_rank() const { return group; }
  LANESCOPE_INLINE unsigned meta_group_size() const { return groups; }
  /// The lane of the warp that has this rank; the own one where there is none.
  LANESCOPE_INLINE int lane(unsigned wanted) const {
    unsigned left = mask;
    for (unsigned i = 0; i < wanted && left != 0; ++i) left &= left - 1;
    return wanted < count && left != 0 ? __builtin_ctz(left) : static_cast<int>(lanescope_thread() % 32);
  }
  template <class T>
  LANESCOPE_INLINE T shfl(T value, unsigned from, int line = LANESCOPE_LINE) const {
    return lanescope_met(lanescope_shuffle, mask, value, lane(from), 32, line);
  }
  template <class T>
  LANESCOPE_INLINE T shfl_down(T value, unsigned by, int line = LANESCOPE_LINE) const {
    return lanescope_met(lanescope_shuffle, mask, value, lane(rank + by), 32, line);
  }
  template <class T>
  LANESCOPE_INLINE T shfl_up(T value, unsigned by, int line = LANESCOPE_LINE) const {
    return lanescope_met(lanescope_shuffle, mask, value, lane(rank - by), 32, line);
  }
  template <class T>
  LANESCOPE_INLINE T shfl_xor(T value, unsigned bits, int line = LANESCOPE_LINE) const {
    return lanescope_met(lanescope_shuffle, mask, value, lane(rank ^ bits), 32, line);
  }
  LANESCOPE_INLINE int any(int p, int line = LANESCOPE_LINE) const { return __any_sync(mask, p, line); }
  LANESCOPE_INLINE int all(int p, int line = LANESCOPE_LINE) const { return __all_sync(mask, p, line); }
  LANESCOPE_INLINE unsigned ballot(int p, int line = LANESCOPE_LINE) const {
    return by_rank(__ballot_sync(mask, p, line));
  }
  template <class T>
  LANESCOPE_INLINE unsigned match_any(T value, int line = LANESCOPE_LINE) const {
    return by_rank(__match_any_sync(mask, value, line));
  }
  template <class T>
  LANESCOPE_INLINE unsigned match_all(T value, int& all, int line = LANESCOPE_LINE) const {
    return by_rank(__match_all_sync(mask, value, &all, line));
  }
  /// Bits of lanes as bits of ranks.
  LANESCOPE_INLINE unsigned by_rank(unsigned lanes) const {
    unsigned packed = 0, place = 0;
    for (unsigned left = mask; left != 0; left &= left - 1)
      packed |= (lanes >> __builtin_ctz(left) & 1u) << place++;
    return packed;
  }
};

template <unsigned kSize, class Parent = void>
struct thread_block_tile;
template <unsigned kSize>
struct thread_block_tile<kSize, void> : lanescope_lanes {
  static constexpr unsigned size() { return kSize; }
  static constexpr unsigned num_threads() { return kSize; }
};
template <unsigned kSize, class Parent>
struct thread_block_tile : thread_block_tile<kSize, void> {};
struct coalesced_group : lanescope_lanes {};
using thread_group = lanescope_lanes;

LANESCOPE_INLINE thread_block::operator lanescope_lanes() const { return {0, thread_rank(), size(), 0, 1, true}; }
LANESCOPE_INLINE thread_group this_thread() { return {1u << lanescope_thread() % 32, 0, 1, 0, 1, false}; }

/// All blocks of the launch, which wait for each other where it was made by cudaLaunchCooperativeKernel().
struct grid_group {
  LANESCOPE_INLINE static unsigned long long thread_rank() {
    return (blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z)) *
               lanescope_threads() +
           lanescope_thread();
  }
  LANESCOPE_INLINE static unsigned long long size() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z * lanescope_threads();
  }
  LANESCOPE_INLINE static unsigned long long num_threads() { return size(); }
  LANESCOPE_INLINE static bool is_valid() { return true; }
  LANESCOPE_INLINE static dim3 group_dim() { return gridDim; }
  LANESCOPE_INLINE static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  LANESCOPE_INLINE static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  LANESCOPE_INLINE static dim3 block_index() { return blockIdx; }
  LANESCOPE_INLINE static dim3 dim_blocks() { return gridDim; }
  LANESCOPE_INLINE static void sync(int line = LANESCOPE_LINE) { lanescope_barrier(lanescope_grid, 0, line); }
};
LANESCOPE_INLINE grid_group this_grid() { return {}; }

template <unsigned kSize, class Parent>
LANESCOPE_INLINE thread_block_tile<kSize, Parent> tiled_partition(const Parent& parent) {
  static_assert(kSize <= 1024 && (kSize & (kSize - 1)) == 0, "a tile has 1, 2, 4 ... 1024 threads");
  if constexpr (kSize > 32) {
    thread_block_tile<kSize, Parent> tile;
    tile.rank = parent.thread_rank() % kSize;
    tile.count = kSize;
    tile.group = parent.thread_rank() / kSize;
    tile.groups = (parent.size() + kSize - 1) / kSize;
    tile.is_block = true;
    return tile;
  }
  const unsigned first = lanescope_thread() % 32 / kSize * kSize;
  thread_block_tile<kSize, Parent> tile;
  tile.mask = (kSize >= 32 ? 0xffffffffu : (1u << kSize % 32) - 1) << first;
  tile.rank = parent.thread_rank() % kSize;
  tile.count = kSize;
  tile.group = parent.thread_rank() / kSize;
  tile.groups = (parent.size() + kSize - 1) / kSize;
  return tile;
}
template <class Parent>
LANESCOPE_INLINE lanescope_lanes tiled_partition(const Parent& parent, unsigned size) {
  const unsigned first = lanescope_thread() % 32 / size * size;
  return {(size == 32 ? 0xffffffffu : (1u << size) - 1) << first, parent.thread_rank() % size, size,
          parent.thread_rank() / size, (parent.size() + size - 1) / size};
}
LANESCOPE_INLINE coalesced_group coalesced_threads(int line = LANESCOPE_LINE) {
  const unsigned mask = lanescope_active_mask(line), lane = lanescope_thread() % 32;
  coalesced_group group;
  group.mask = mask;
  group.rank = static_cast<unsigned>(__builtin_popcount(mask & ((1u << lane) - 1)));
  group.count = static_cast<unsigned>(__builtin_popcount(mask));
  return group;
}
template <class Group>
LANESCOPE_INLINE coalesced_group lanescope_part(const Group& group, unsigned mask) {
  const unsigned lane = lanescope_thread() % 32;
  coalesced_group part;
  part.mask = mask;
  part.rank = static_cast<unsigned>(__builtin_popcount(mask & ((1u << lane) - 1)));
  part.count = static_cast<unsigned>(__builtin_popcount(mask));
  part.group = group.meta_group_rank();
  return part;
}
template <class Group>
LANESCOPE_INLINE coalesced_group binary_partition(const Group& group, bool which, int line = LANESCOPE_LINE) {
  const unsigned ones = __ballot_sync(group.mask, which, line) & group.mask;
  return lanescope_part(group, which ? ones : group.mask & ~ones);
}
template <class Group, class Label>
LANESCOPE_INLINE coalesced_group labeled_partition(const Group& group, Label label, int line = LANESCOPE_LINE) {
  return lanescope_part(group, __match_any_sync(group.mask, label, line) & group.mask);
}
/// Copies at once; the lines of a GPU's copy are not modelled, each thread of the group copies words in turn.
template <class Group, class T, class Size>
LANESCOPE_INLINE void memcpy_async(const Group& group, T* to, const T* from, Size bytes) {
  for (std::size_t i = group.thread_rank(); i < static_cast<std::size_t>(bytes) / sizeof(T); i += group.size())
    to[i] = from[i];
}
template <class Group>
LANESCOPE_INLINE void wait(const Group& group, int line = LANESCOPE_LINE) {
  group.sync(line);
}
/// As many elements as both have room for.
template <class Group, class T, class Size>
LANESCOPE_INLINE void memcpy_async(const Group& group, T* to, Size room, const T* from, Size count) {
  memcpy_async(group, to, from, (count < room ? count : room) * sizeof(T));
}
template <unsigned kStages, class Group>
LANESCOPE_INLINE void wait_prior(const Group& group, int line = LANESCOPE_LINE) {
  group.sync(line);
}
template <class Group>
LANESCOPE_INLINE auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
LANESCOPE_INLINE auto group_size(const Group& group) {
  return group.size();
}
/// One thread of the group does it.
template <class Group, class F, class... A>
LANESCOPE_INLINE void invoke_one(const Group& group, F&& function, A&&... values) {
  if (group.thread_rank() == 0) function(values...);
}
template <class Group, class F, class... A>
LANESCOPE_INLINE auto invoke_one_broadcast(const Group& group, F&& function, A&&... values) {
  decltype(function(values...)) result{};
  if (group.thread_rank() == 0) result = function(values...);
  return group.shfl(result, 0);
}
template <class Group>
LANESCOPE_INLINE void sync(const Group& group, int line = LANESCOPE_LINE) {
  group.sync(line);
}

template <class T = void>
struct plus {
  template <class A>
  constexpr A operator()(A a, A b) const {
    return a + b;
  }
};
template <class T = void>
struct less {
  template <class A>
  constexpr A operator()(A a, A b) const {
    return b < a ? b : a;
  }
};
template <class T = void>
struct greater {
  template <class A>
  constexpr A operator()(A a, A b) const {
    return a < b ? b : a;
  }
};
template <class T = void>
struct bit_and {
  template <class A>
  constexpr A operator()(A a, A b) const {
    return a & b;
  }
};
template <class T = void>
struct bit_or {
  template <class A>
  constexpr A operator()(A a, A b) const {
    return a | b;
  }
};
template <class T = void>
struct bit_xor {
  template <class A>
  constexpr A operator()(A a, A b) const {
    return a ^ b;
  }
};

/// As a tree of shuffles over the group's ranks; every lane gets the result.
template <class Group, class T, class Operator>
LANESCOPE_INLINE T reduce(const Group& group, T value, Operator combine, int line = LANESCOPE_LINE) {
  unsigned width = 1;
  while (width < group.size()) width *= 2;
  for (unsigned by = width / 2; by >= 1; by /= 2) {
    const T other = group.shfl_down(value, by, line);
    if (group.thread_rank() + by < group.size()) value = combine(value, other);
  }
  return group.shfl(value, 0, line);
}

/// Of a tile of several warps: through shared memory, in the order of their ranks.
template <unsigned kSize, class Parent, class T, class Operator>
LANESCOPE_INLINE std::enable_if_t<(kSize > 32), T> reduce(const thread_block_tile<kSize, Parent>& tile, T value,
                                                          Operator combine, int line = LANESCOPE_LINE) {
  alignas(16) static __shared__ unsigned char bytes[1024 * sizeof(T)];
  T* values = reinterpret_cast<T*>(bytes) + tile.group * kSize;
  values[tile.rank] = value;
  tile.sync(line);
  for (unsigned by = kSize / 2; by >= 1; by /= 2) {
    if (tile.rank < by) values[tile.rank] = combine(values[tile.rank], values[tile.rank + by]);
    tile.sync(line);
  }
  value = values[0];
  tile.sync(line);
  return value;
}

/// By shuffles from ranks below, twice as far each time.
template <class Group, class T, class Operator = plus<T>>
LANESCOPE_INLINE T inclusive_scan(const Group& group, T value, Operator combine = {}, int line = LANESCOPE_LINE) {
  for (unsigned by = 1; by < group.size(); by *= 2) {
    const T other = group.shfl_up(value, by, line);
    if (group.thread_rank() >= by) value = combine(other, value);
  }
  return value;
}
template <class Group, class T>
LANESCOPE_INLINE T exclusive_scan(const Group& group, T value, int line = LANESCOPE_LINE) {
  const T before = group.shfl_up(inclusive_scan(group, value, plus<T>(), line), 1, line);
  return group.thread_rank() == 0 ? T() : before;
}

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
}  // namespace experimental

// CUDA's own names are in it.
namespace __v1 {
using namespace cooperative_groups;
}
}  // namespace cooperative_groups
