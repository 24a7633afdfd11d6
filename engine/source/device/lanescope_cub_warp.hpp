// CUB's reductions and scans of a warp.
#pragma once

#include "lanescope_cub_words.hpp"

namespace cub {

/// Threads of a warp, by shuffles; the part's first lane has it.
template <class T, int kLanes = 32, int = 0>
class WarpReduce {
 public:
  using TempStorage = lanescope_storage<char, 1>;
  LANESCOPE_COLLECTIVE(WarpReduce)
  template <class F>
  LANESCOPE_INLINE T Reduce(T value, F combine, int count, int line = LANESCOPE_LINE) {
    const int lane = static_cast<int>(LaneId()) % kLanes;
    for (int by = 1; by < kLanes; by *= 2) {
      const T other = __shfl_down_sync(mask(), value, by, kLanes, line);
      if (lane % (2 * by) == 0 && lane + by < count) value = combine(value, other);
    }
    return value;
  }
  template <class F>
  LANESCOPE_INLINE T Reduce(T value, F combine, lanescope_line line = lanescope_line()) {
    return Reduce(value, combine, kLanes, line.number);
  }
  LANESCOPE_INLINE T Sum(T value, lanescope_line line = lanescope_line()) {
    return Reduce(value, cub::Sum(), kLanes, line.number);
  }
  LANESCOPE_INLINE T Sum(T value, int count, lanescope_line line = lanescope_line()) {
    return Reduce(value, cub::Sum(), count, line.number);
  }
  /// Of the lanes from a head to the one before the next; each head has it.
  template <class Flag, class F>
  LANESCOPE_INLINE T HeadSegmentedReduce(T value, Flag is_head, F combine, int line = LANESCOPE_LINE) {
    const unsigned heads = __ballot_sync(mask(), is_head ? 1 : 0, line) & mask();
    const unsigned behind = LaneId() == 31 ? 0u : heads & (0xfffffffeu << LaneId());
    const int end = behind ? __builtin_ctz(behind) : static_cast<int>(LaneId() / kLanes * kLanes + kLanes);
    for (int by = 1; by < kLanes; by *= 2) {
      const T other = __shfl_down_sync(mask(), value, by, kLanes, line);
      if (static_cast<int>(LaneId()) + by < end) value = combine(value, other);
    }
    return value;
  }
  template <class Flag, class F>
  LANESCOPE_INLINE T TailSegmentedReduce(T value, Flag is_tail, F combine, int line = LANESCOPE_LINE) {
    const unsigned tails = __ballot_sync(mask(), is_tail ? 1 : 0, line);
    const bool follows_tail = LaneId() % kLanes == 0 || (tails >> (LaneId() - 1) & 1) != 0;
    return HeadSegmentedReduce(value, follows_tail, combine, line);
  }
  template <class Flag>
  LANESCOPE_INLINE T HeadSegmentedSum(T value, Flag is_head, int line = LANESCOPE_LINE) {
    return HeadSegmentedReduce(value, is_head, cub::Sum(), line);
  }
  template <class Flag>
  LANESCOPE_INLINE T TailSegmentedSum(T value, Flag is_tail, int line = LANESCOPE_LINE) {
    return TailSegmentedReduce(value, is_tail, cub::Sum(), line);
  }
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
    T sum;
    InclusiveScan(in, sum, Sum(), total, line);
    out = sum - in;
  }
  LANESCOPE_INLINE T Broadcast(T value, unsigned from, int line = LANESCOPE_LINE) {
    return __shfl_sync(WarpReduce<T, kLanes>::mask(), value, static_cast<int>(from), kLanes, line);
  }
};

}  // namespace cub
