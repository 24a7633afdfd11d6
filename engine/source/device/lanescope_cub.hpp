// CUB's functions of blocks and warps: each result through shared memory or shuffles, with barriers, in the order of the
// threads' ranks. Their costs are not those of CUB.
#pragma once

#include "lanescope_cuda.hpp"

#define CUB_VERSION 200400
#define CUB_PTX_ARCH 900
#define CubDebug(error) (error)
#define CubDebugExit(error) \
  do {                      \
    if ((error) != cudaSuccess) exit(1); \
  } while (0)

namespace cub {

#define LANESCOPE_OPERATOR(NAME, VALUE)                              \
  struct NAME {                                                      \
    template <class A, class B>                                      \
    LANESCOPE_INLINE auto operator()(const A& a, const B& b) const { \
      return VALUE;                                                  \
    }                                                                \
  };
LANESCOPE_OPERATOR(Sum, a + b)
LANESCOPE_OPERATOR(Difference, a - b)
LANESCOPE_OPERATOR(Division, a / b)
LANESCOPE_OPERATOR(Max, a < b ? b : a)
LANESCOPE_OPERATOR(Min, b < a ? b : a)
LANESCOPE_OPERATOR(Equality, a == b)
LANESCOPE_OPERATOR(Inequality, a != b)
LANESCOPE_OPERATOR(ArgMax, (b.value > a.value || (a.value == b.value && b.key < a.key)) ? b : a)
LANESCOPE_OPERATOR(ArgMin, (b.value < a.value || (a.value == b.value && b.key < a.key)) ? b : a)
#undef LANESCOPE_OPERATOR

template <class K, class V>
struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
};
struct NullType {};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };

LANESCOPE_INLINE unsigned RowMajorTid(int, int, int) { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
LANESCOPE_INLINE unsigned lanescope_rank() { return RowMajorTid(0, 0, 0); }
LANESCOPE_INLINE unsigned LaneId() { return lanescope_rank() % 32; }
LANESCOPE_INLINE unsigned WarpId() { return lanescope_rank() / 32; }
template <CacheLoadModifier kHow, class T>
LANESCOPE_INLINE T ThreadLoad(T* from) { return *from; }

/// Shared memory of a block: elements without a constructor, since nobody could call it.
template <class T, unsigned kCount>
struct lanescope_storage {
  alignas(T) unsigned char bytes[kCount * sizeof(T)];
  LANESCOPE_INLINE T& operator[](unsigned i) { return reinterpret_cast<T*>(bytes)[i]; }
};
/// For who gives none: that of all blocks of this type.
template <class Storage>
LANESCOPE_INLINE Storage& lanescope_own_storage() {
  static __shared__ Storage storage;
  return storage;
}
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  LANESCOPE_INLINE T& Alias() { return *reinterpret_cast<T*>(bytes); }
};

/// Of the call in the user's file; no number that a count could be taken for.
struct lanescope_line {
  LANESCOPE_INLINE explicit lanescope_line(int line = __builtin_LINE()) : number(line) {}
  int number;
};

#define LANESCOPE_COLLECTIVE(NAME)                                               \
 public:                                                                         \
  LANESCOPE_INLINE NAME() : storage_(lanescope_own_storage<TempStorage>()) {}    \
  LANESCOPE_INLINE explicit NAME(TempStorage& storage) : storage_(storage) {}    \
                                                                                 \
 private:                                                                        \
  TempStorage& storage_;                                                         \
                                                                                 \
 public:

template <class T, int kX, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int kY = 1, int kZ = 1, int = 0>
class BlockReduce {
 public:
  using TempStorage = lanescope_storage<T, kX * kY * kZ>;
  LANESCOPE_COLLECTIVE(BlockReduce)
  /// Of the first `count` threads; thread 0 has it. Neighbours first, so their order stays.
  template <class F>
  LANESCOPE_INLINE T Reduce(T value, F combine, int count, int line = __builtin_LINE()) {
    const int rank = static_cast<int>(lanescope_rank());
    storage_[rank] = value;
    for (int by = 1; by < kX * kY * kZ; by *= 2) {
      __syncthreads(line);
      if (rank % (2 * by) == 0 && rank + by < count) storage_[rank] = value = combine(value, storage_[rank + by]);
    }
    __syncthreads(line);
    return value;
  }
  template <class F, class U, class = std::enable_if_t<!std::is_array_v<std::remove_reference_t<U>>>>
  LANESCOPE_INLINE T Reduce(U value, F combine, lanescope_line line = lanescope_line()) {
    return Reduce(static_cast<T>(value), combine, kX * kY * kZ, line.number);
  }
  template <class F, int kItems>
  LANESCOPE_INLINE T Reduce(T (&values)[kItems], F combine, lanescope_line line = lanescope_line()) {
    T value = values[0];
    for (int i = 1; i < kItems; ++i) value = combine(value, values[i]);
    return Reduce(value, combine, kX * kY * kZ, line.number);
  }
  LANESCOPE_INLINE T Sum(T value, lanescope_line line = lanescope_line()) { return Reduce(value, cub::Sum(), kX * kY * kZ, line.number); }
  LANESCOPE_INLINE T Sum(T value, int count, lanescope_line line = lanescope_line()) { return Reduce(value, cub::Sum(), count, line.number); }
  template <int kItems>
  LANESCOPE_INLINE T Sum(T (&values)[kItems], lanescope_line line = lanescope_line()) { return Reduce(values, cub::Sum(), line); }
};

/// Steps of 1, 2, 4 ... threads to the left.
template <class T, int kX, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int kY = 1, int kZ = 1, int = 0>
class BlockScan {
  static constexpr int kThreads = kX * kY * kZ;

 public:
  using TempStorage = lanescope_storage<T, kThreads + 1>;
  LANESCOPE_COLLECTIVE(BlockScan)

  // Values.
  template <class F>
  LANESCOPE_INLINE void InclusiveScan(T in, T& out, F combine, lanescope_line line = lanescope_line()) {
    T total;
    InclusiveScan(in, out, combine, total, line);
  }
  template <class F>
  LANESCOPE_INLINE void InclusiveScan(T in, T& out, F combine, T& total, lanescope_line line = lanescope_line()) {
    out = scanned(in, combine, line);
    total = storage_[kThreads - 1];
    __syncthreads(line.number);
  }
  template <class F>
  LANESCOPE_INLINE void ExclusiveScan(T in, T& out, T initial, F combine, lanescope_line line = lanescope_line()) {
    T total;
    ExclusiveScan(in, out, initial, combine, total, line);
  }
  template <class F>
  LANESCOPE_INLINE void ExclusiveScan(T in, T& out, T initial, F combine, T& total, lanescope_line line = lanescope_line()) {
    const unsigned rank = lanescope_rank();
    scanned(in, combine, line);
    out = rank == 0 ? initial : combine(initial, storage_[rank - 1]);
    total = storage_[kThreads - 1];
    __syncthreads(line.number);
  }
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, lanescope_line line = lanescope_line()) { InclusiveScan(in, out, Sum(), line); }
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, T& total, lanescope_line line = lanescope_line()) { InclusiveScan(in, out, Sum(), total, line); }
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, lanescope_line line = lanescope_line()) { ExclusiveScan(in, out, T(), Sum(), line); }
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, T& total, lanescope_line line = lanescope_line()) { ExclusiveScan(in, out, T(), Sum(), total, line); }
  /// What comes before the block is asked of the first warp, and is that of lane 0.
  template <class Prefix, class = decltype(std::declval<Prefix&>()(std::declval<T>()))>
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, Prefix& prefix, lanescope_line line = lanescope_line()) {
    T total;
    ExclusiveScan(in, out, T(), Sum(), total, line);
    out = before(prefix, total, line) + out;
  }
  template <class Prefix, class = decltype(std::declval<Prefix&>()(std::declval<T>()))>
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, Prefix& prefix, lanescope_line line = lanescope_line()) {
    T total;
    InclusiveScan(in, out, Sum(), total, line);
    out = before(prefix, total, line) + out;
  }

  // Several of a thread, which follow each other.
  template <int kItems, class F>
  LANESCOPE_INLINE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], F combine, T& total, lanescope_line line = lanescope_line()) {
    T sum = in[0], first = in[0];
    for (int i = 1; i < kItems; ++i) sum = combine(sum, in[i]);
    scanned(sum, combine, line);
    const unsigned rank = lanescope_rank();
    out[0] = rank == 0 ? first : combine(storage_[rank - 1], first);
    for (int i = 1; i < kItems; ++i) out[i] = combine(out[i - 1], in[i]);
    total = storage_[kThreads - 1];
    __syncthreads(line.number);
  }
  template <int kItems, class F>
  LANESCOPE_INLINE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], F combine, lanescope_line line = lanescope_line()) {
    T total;
    InclusiveScan(in, out, combine, total, line);
  }
  template <int kItems, class F>
  LANESCOPE_INLINE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], T initial, F combine, T& total, lanescope_line line = lanescope_line()) {
    T sum = in[0];
    for (int i = 1; i < kItems; ++i) sum = combine(sum, in[i]);
    ExclusiveScan(sum, sum, initial, combine, total, line);
    for (int i = 0; i < kItems; ++i) {
      const T here = in[i];
      out[i] = sum;
      sum = combine(sum, here);
    }
  }
  template <int kItems, class F>
  LANESCOPE_INLINE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], T initial, F combine, lanescope_line line = lanescope_line()) {
    T total;
    ExclusiveScan(in, out, initial, combine, total, line);
  }
  template <int kItems>
  LANESCOPE_INLINE void InclusiveSum(T (&in)[kItems], T (&out)[kItems], lanescope_line line = lanescope_line()) { InclusiveScan(in, out, Sum(), line); }
  template <int kItems>
  LANESCOPE_INLINE void InclusiveSum(T (&in)[kItems], T (&out)[kItems], T& total, lanescope_line line = lanescope_line()) {
    InclusiveScan(in, out, Sum(), total, line);
  }
  template <int kItems>
  LANESCOPE_INLINE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], lanescope_line line = lanescope_line()) {
    ExclusiveScan(in, out, T(), Sum(), line);
  }
  template <int kItems>
  LANESCOPE_INLINE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], T& total, lanescope_line line = lanescope_line()) {
    ExclusiveScan(in, out, T(), Sum(), total, line);
  }
  template <int kItems, class Prefix, class = decltype(std::declval<Prefix&>()(std::declval<T>()))>
  LANESCOPE_INLINE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], Prefix& prefix, lanescope_line line = lanescope_line()) {
    T total;
    ExclusiveScan(in, out, T(), Sum(), total, line);
    const T added = before(prefix, total, line);
    for (int i = 0; i < kItems; ++i) out[i] = added + out[i];
  }

 private:
  /// The storage has them, too.
  template <class F>
  LANESCOPE_INLINE T scanned(T value, F combine, lanescope_line line) {
    const int rank = static_cast<int>(lanescope_rank());
    storage_[rank] = value;
    for (int by = 1; by < kThreads; by *= 2) {
      __syncthreads(line.number);
      if (rank >= by) value = combine(storage_[rank - by], value);
      __syncthreads(line.number);
      storage_[rank] = value;
    }
    __syncthreads(line.number);
    return value;
  }
  template <class Prefix>
  LANESCOPE_INLINE T before(Prefix& prefix, T total, lanescope_line line) {
    if (lanescope_rank() < 32) {
      const T value = prefix(total);
      if (lanescope_rank() == 0) storage_[kThreads] = value;
    }
    __syncthreads(line.number);
    const T value = storage_[kThreads];
    __syncthreads(line.number);
    return value;
  }
};

/// Threads of a warp, by shuffles; the part's first lane has it.
template <class T, int kLanes = 32, int = 0>
class WarpReduce {
 public:
  using TempStorage = lanescope_storage<char, 1>;
  LANESCOPE_COLLECTIVE(WarpReduce)
  template <class F>
  LANESCOPE_INLINE T Reduce(T value, F combine, int count, int line = __builtin_LINE()) {
    const int lane = static_cast<int>(LaneId()) % kLanes;
    for (int by = 1; by < kLanes; by *= 2) {
      const T other = __shfl_down_sync(mask(), value, by, kLanes, line);
      if (lane % (2 * by) == 0 && lane + by < count) value = combine(value, other);
    }
    return value;
  }
  template <class F>
  LANESCOPE_INLINE T Reduce(T value, F combine, lanescope_line line = lanescope_line()) { return Reduce(value, combine, kLanes, line.number); }
  LANESCOPE_INLINE T Sum(T value, lanescope_line line = lanescope_line()) { return Reduce(value, cub::Sum(), kLanes, line.number); }
  LANESCOPE_INLINE T Sum(T value, int count, lanescope_line line = lanescope_line()) { return Reduce(value, cub::Sum(), count, line.number); }
  LANESCOPE_INLINE static unsigned mask() {
    return kLanes == 32 ? 0xffffffffu : ((1u << kLanes % 32) - 1) << LaneId() / kLanes * kLanes;
  }
};
template <class T, int kLanes = 32, int = 0>
class WarpScan {
 public:
  using TempStorage = lanescope_storage<char, 1>;
  LANESCOPE_COLLECTIVE(WarpScan)
  template <class F>
  LANESCOPE_INLINE void InclusiveScan(T in, T& out, F combine, T& total, lanescope_line line = lanescope_line()) {
    const int lane = static_cast<int>(LaneId()) % kLanes;
    const unsigned mask = WarpReduce<T, kLanes>::mask();
    for (int by = 1; by < kLanes; by *= 2) {
      const T other = __shfl_up_sync(mask, in, by, kLanes, line.number);
      if (lane >= by) in = combine(other, in);
    }
    out = in;
    total = __shfl_sync(mask, in, kLanes - 1, kLanes, line.number);
  }
  template <class F>
  LANESCOPE_INLINE void InclusiveScan(T in, T& out, F combine, lanescope_line line = lanescope_line()) {
    T total;
    InclusiveScan(in, out, combine, total, line);
  }
  template <class F>
  LANESCOPE_INLINE void ExclusiveScan(T in, T& out, T initial, F combine, lanescope_line line = lanescope_line()) {
    T sum;
    InclusiveScan(in, sum, combine, line);
    const T left = __shfl_up_sync(WarpReduce<T, kLanes>::mask(), sum, 1, kLanes, line.number);
    out = LaneId() % kLanes == 0 ? initial : combine(initial, left);
  }
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, lanescope_line line = lanescope_line()) { InclusiveScan(in, out, Sum(), line); }
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, T& total, lanescope_line line = lanescope_line()) { InclusiveScan(in, out, Sum(), total, line); }
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, lanescope_line line = lanescope_line()) { ExclusiveScan(in, out, T(), Sum(), line); }
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, T& total, lanescope_line line = lanescope_line()) {
    T sum;
    InclusiveScan(in, sum, Sum(), total, line);
    out = sum - in;
  }
};

/// Items that follow each other in a thread; of BLOCK_LOAD_STRIPED those a block apart.
template <class T, int kX, int kItems, BlockLoadAlgorithm kHow = BLOCK_LOAD_DIRECT, int kY = 1, int kZ = 1, int = 0>
class BlockLoad {
 public:
  using TempStorage = lanescope_storage<char, 1>;
  LANESCOPE_COLLECTIVE(BlockLoad)
  LANESCOPE_INLINE static int place(int i) {
    const int rank = static_cast<int>(lanescope_rank());
    return static_cast<int>(kHow) == BLOCK_LOAD_STRIPED ? rank + i * kX * kY * kZ : rank * kItems + i;
  }
  template <class It>
  LANESCOPE_INLINE void Load(It from, T (&items)[kItems]) {
    for (int i = 0; i < kItems; ++i) items[i] = from[place(i)];
  }
  template <class It>
  LANESCOPE_INLINE void Load(It from, T (&items)[kItems], int count) {
    for (int i = 0; i < kItems; ++i)
      if (place(i) < count) items[i] = from[place(i)];
  }
  template <class It, class D>
  LANESCOPE_INLINE void Load(It from, T (&items)[kItems], int count, D otherwise) {
    for (int i = 0; i < kItems; ++i) items[i] = place(i) < count ? from[place(i)] : static_cast<T>(otherwise);
  }
};
template <class T, int kX, int kItems, BlockStoreAlgorithm kHow = BLOCK_STORE_DIRECT, int kY = 1, int kZ = 1, int = 0>
class BlockStore {
  using Places = BlockLoad<T, kX, kItems, static_cast<BlockLoadAlgorithm>(kHow), kY, kZ>;

 public:
  using TempStorage = lanescope_storage<char, 1>;
  LANESCOPE_COLLECTIVE(BlockStore)
  template <class It>
  LANESCOPE_INLINE void Store(It to, T (&items)[kItems], int count = kX * kY * kZ * kItems) {
    for (int i = 0; i < kItems; ++i)
      if (Places::place(i) < count) to[Places::place(i)] = items[i];
  }
};

/// Each item counts those that come before it.
template <class K, int kX, int kItems, class V = NullType, int = 4, bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS>
class BlockRadixSort {
 public:
  struct TempStorage {
    lanescope_storage<K, kX * kItems> keys;
    lanescope_storage<V, kX * kItems> values;
  };
  LANESCOPE_COLLECTIVE(BlockRadixSort)
  LANESCOPE_INLINE void Sort(K (&keys)[kItems], int = 0, int = 0, lanescope_line line = lanescope_line()) { sort(keys, nullptr, false, false, line); }
  LANESCOPE_INLINE void SortDescending(K (&keys)[kItems], int = 0, int = 0, lanescope_line line = lanescope_line()) { sort(keys, nullptr, true, false, line); }
  LANESCOPE_INLINE void SortBlockedToStriped(K (&keys)[kItems], int = 0, int = 0, lanescope_line line = lanescope_line()) {
    sort(keys, nullptr, false, true, line);
  }
  LANESCOPE_INLINE void Sort(K (&keys)[kItems], V (&values)[kItems], int = 0, int = 0, lanescope_line line = lanescope_line()) {
    sort(keys, values, false, false, line);
  }
  LANESCOPE_INLINE void SortDescending(K (&keys)[kItems], V (&values)[kItems], int = 0, int = 0, lanescope_line line = lanescope_line()) {
    sort(keys, values, true, false, line);
  }

 private:
  LANESCOPE_INLINE void sort(K (&keys)[kItems], V* values, bool falls, bool striped, lanescope_line line) {
    const unsigned first = lanescope_rank() * kItems;
    for (int i = 0; i < kItems; ++i) storage_.keys[first + i] = keys[i];
    __syncthreads(line.number);
    unsigned places[kItems] = {};
    for (int i = 0; i < kItems; ++i)
      for (unsigned other = 0; other < kX * kItems; ++other) {
        const K key = storage_.keys[other];
        places[i] += (falls ? keys[i] < key : key < keys[i]) || (key == keys[i] && other < first + i);
      }
    __syncthreads(line.number);
    for (int i = 0; i < kItems; ++i) {
      storage_.keys[places[i]] = keys[i];
      if (values) storage_.values[places[i]] = values[i];
    }
    __syncthreads(line.number);
    for (int i = 0; i < kItems; ++i) {
      const unsigned from = striped ? lanescope_rank() + i * kX : first + i;
      keys[i] = storage_.keys[from];
      if (values) values[i] = storage_.values[from];
    }
  }
};
#undef LANESCOPE_COLLECTIVE

}  // namespace cub
