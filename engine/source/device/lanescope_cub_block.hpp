// CUB's reductions and scans of a block.
#pragma once

#include "lanescope_cub_words.hpp"

namespace cub {

template <class T, int kX, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int kY = 1, int kZ = 1, int = 0>
class BlockReduce {
 public:
  using TempStorage = lanescope_storage<T, kX * kY * kZ>;
  LANESCOPE_COLLECTIVE(BlockReduce)
  /// Of the first `count` threads; thread 0 has it. Neighbours first, so their order stays.
  template <class F>
  LANESCOPE_INLINE T Reduce(T value, F combine, int count, int line = LANESCOPE_LINE) {
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
  LANESCOPE_INLINE T Sum(T value, lanescope_line line = lanescope_line()) {
    return Reduce(value, cub::Sum(), kX * kY * kZ, line.number);
  }
  LANESCOPE_INLINE T Sum(T value, int count, lanescope_line line = lanescope_line()) {
    return Reduce(value, cub::Sum(), count, line.number);
  }
  template <int kItems>
  LANESCOPE_INLINE T Sum(T (&values)[kItems], lanescope_line line = lanescope_line()) {
    return Reduce(values, cub::Sum(), line);
  }
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
  LANESCOPE_INLINE void ExclusiveScan(T in, T& out, T initial, F combine, T& total,
                                      lanescope_line line = lanescope_line()) {
    const unsigned rank = lanescope_rank();
    scanned(in, combine, line);
    out = rank == 0 ? initial : combine(initial, storage_[rank - 1]);
    total = storage_[kThreads - 1];
    __syncthreads(line.number);
  }
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, lanescope_line line = lanescope_line()) {
    InclusiveScan(in, out, Sum(), line);
  }
  LANESCOPE_INLINE void InclusiveSum(T in, T& out, T& total, lanescope_line line = lanescope_line()) {
    InclusiveScan(in, out, Sum(), total, line);
  }
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, lanescope_line line = lanescope_line()) {
    ExclusiveScan(in, out, T(), Sum(), line);
  }
  LANESCOPE_INLINE void ExclusiveSum(T in, T& out, T& total, lanescope_line line = lanescope_line()) {
    ExclusiveScan(in, out, T(), Sum(), total, line);
  }
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
  LANESCOPE_INLINE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], F combine, T& total,
                                      lanescope_line line = lanescope_line()) {
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
  LANESCOPE_INLINE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], F combine,
                                      lanescope_line line = lanescope_line()) {
    T total;
    InclusiveScan(in, out, combine, total, line);
  }
  template <int kItems, class F>
  LANESCOPE_INLINE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], T initial, F combine, T& total,
                                      lanescope_line line = lanescope_line()) {
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
  LANESCOPE_INLINE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], T initial, F combine,
                                      lanescope_line line = lanescope_line()) {
    T total;
    ExclusiveScan(in, out, initial, combine, total, line);
  }
  template <int kItems>
  LANESCOPE_INLINE void InclusiveSum(T (&in)[kItems], T (&out)[kItems], lanescope_line line = lanescope_line()) {
    InclusiveScan(in, out, Sum(), line);
  }
  template <int kItems>
  LANESCOPE_INLINE void InclusiveSum(T (&in)[kItems], T (&out)[kItems], T& total,
                                     lanescope_line line = lanescope_line()) {
    InclusiveScan(in, out, Sum(), total, line);
  }
  template <int kItems>
  LANESCOPE_INLINE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], lanescope_line line = lanescope_line()) {
    ExclusiveScan(in, out, T(), Sum(), line);
  }
  template <int kItems>
  LANESCOPE_INLINE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], T& total,
                                     lanescope_line line = lanescope_line()) {
    ExclusiveScan(in, out, T(), Sum(), total, line);
  }
  template <int kItems, class Prefix, class = decltype(std::declval<Prefix&>()(std::declval<T>()))>
  LANESCOPE_INLINE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], Prefix& prefix,
                                     lanescope_line line = lanescope_line()) {
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

}  // namespace cub
