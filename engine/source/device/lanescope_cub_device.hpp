// CUB's functions of the device: asked without memory they say how much they take, else they work as Thrust does
// here, on the host. They are no launches.
#pragma once

#include "lanescope_cub.hpp"
#include "lanescope_thrust.hpp"

namespace cub {

template <class T>
using CountingInputIterator = thrust::counting_iterator<T>;
template <class T>
using ConstantInputIterator = thrust::constant_iterator<T>;

template <class V, class F, class It>
struct TransformInputIterator : thrust::transform_iterator<F, It, V> {
  TransformInputIterator(It base, F function) : thrust::transform_iterator<F, It, V>(base, function) {}
};
template <CacheLoadModifier, class T>
using CacheModifiedInputIterator = const T*;
template <class It, class N = std::ptrdiff_t>
struct ArgIndexInputIterator
    : thrust::lanescope_made<ArgIndexInputIterator<It, N>, KeyValuePair<N, thrust::lanescope_value<It>>> {
  ArgIndexInputIterator(It base) : base(base) {}
  KeyValuePair<N, thrust::lanescope_value<It>> made(std::ptrdiff_t i) const { return {static_cast<N>(i), base[i]}; }
  It base;
};

template <class T>
struct DoubleBuffer {
  DoubleBuffer() : d_buffers{nullptr, nullptr} {}
  DoubleBuffer(T* current, T* other) : d_buffers{current, other} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
  T* d_buffers[2];
  int selector = 0;
};

struct CachingDeviceAllocator {
  template <class... A>
  explicit CachingDeviceAllocator(A...) {}
  cudaError_t DeviceAllocate(void** place, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(place, bytes);
  }
  cudaError_t DeviceFree(void* place) { return cudaFree(place); }
};

/// Whether memory is asked for; else `work` is done, now or where the stream's graph is launched.
template <class F>
cudaError_t lanescope_in_storage(void* storage, std::size_t& bytes, cudaStream_t stream, F work) {
  if (!storage) return bytes = 1, cudaSuccess;
  if (lanescope_host::captured(stream, cudaGraphNodeTypeKernel, work)) return cudaSuccess;
  work();
  return cudaPeekAtLastError();
}
#define LANESCOPE_CUB(...) return lanescope_in_storage(storage, bytes, stream, [=] { __VA_ARGS__; })

struct DeviceReduce {
  template <class In, class Out, class F, class T, class N>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, N count, F combine, T initial,
                            cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  thrust::lanescope_value<Out> sum = initial; for (const auto& value
                                                                   : range) sum = combine(sum, value);
                  thrust::lanescope_put(out, &sum, 1));
  }
  template <class In, class Out, class N>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, N count, cudaStream_t stream = nullptr,
                         bool = false) {
    return Reduce(storage, bytes, in, out, count, cub::Sum(), thrust::lanescope_value<Out>(), stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, N count, cudaStream_t stream = nullptr,
                         bool = false) {
    return Reduce(storage, bytes, in, out, count, cub::Max(),
                  std::numeric_limits<thrust::lanescope_value<In>>::lowest(), stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, N count, cudaStream_t stream = nullptr,
                         bool = false) {
    return Reduce(storage, bytes, in, out, count, cub::Min(),
                  std::numeric_limits<thrust::lanescope_value<In>>::max(), stream);
  }
  template <class In, class Out, class N>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, N count,
                            cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count); thrust::lanescope_value<Out> best{};
                  const auto at = std::max_element(range.begin(), range.end());
                  best.key = static_cast<int>(at - range.begin()); if (range.count > 0) best.value = *at;
                  thrust::lanescope_put(out, &best, 1));
  }
  template <class In, class Out, class N>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, N count,
                            cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count); thrust::lanescope_value<Out> best{};
                  const auto at = std::min_element(range.begin(), range.end());
                  best.key = static_cast<int>(at - range.begin()); if (range.count > 0) best.value = *at;
                  thrust::lanescope_put(out, &best, 1));
  }
  template <class In, class Out, class F, class U, class T, class N>
  static cudaError_t TransformReduce(void* storage, std::size_t& bytes, In in, Out out, N count, F combine, U unary,
                                     T initial, cudaStream_t stream = nullptr) {
    LANESCOPE_CUB(const thrust::lanescope_value<Out> sum =
                      thrust::transform_reduce(in, in + count, unary, initial, combine);
                  thrust::lanescope_put(out, &sum, 1));
  }
  template <class K, class Unique, class V, class Sums, class M, class F, class N>
  static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, K keys, Unique to_unique, V values,
                                 Sums to_sums, M runs, F combine, N count, cudaStream_t stream = nullptr,
                                 bool = false) {
    LANESCOPE_CUB(const auto ends = thrust::reduce_by_key(keys, keys + count, values, to_unique, to_sums,
                                                          thrust::equal_to<>(), combine);
                  const auto number = static_cast<thrust::lanescope_value<M>>(ends.first - to_unique);
                  thrust::lanescope_put(runs, &number, 1));
  }
};
struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, int segments, Begin begin, End end,
                         cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto first = thrust::lanescope_taken(begin, begin + segments);
                  const auto last = thrust::lanescope_taken(end, end + segments);
                  for (int s = 0; s < segments; ++s) {
                    const auto range = thrust::lanescope_taken(in + first.begin()[s], in + last.begin()[s]);
                    const auto sum = std::accumulate(range.begin(), range.end(), thrust::lanescope_value<Out>());
                    thrust::lanescope_put(out + s, &sum, 1);
                  });
  }
};

struct DeviceScan {
  template <class In, class Out, class F, class T, class N>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, F combine, T initial, N count,
                                   cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  thrust::lanescope_range<thrust::lanescope_value<Out>> sums(range.count);
                  thrust::lanescope_value<Out> sum = initial; for (std::size_t i = 0; i < range.count; ++i) {
                    sums.begin()[i] = sum;
                    sum = combine(sum, range.begin()[i]);
                  } thrust::lanescope_put(out, sums));
  }
  template <class In, class Out, class F, class N>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, F combine, N count,
                                   cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  thrust::lanescope_range<thrust::lanescope_value<Out>> sums(range.count);
                  for (std::size_t i = 0; i < range.count; ++i) sums.begin()[i] =
                      i == 0 ? range.begin()[0] : combine(sums.begin()[i - 1], range.begin()[i]);
                  thrust::lanescope_put(out, sums));
  }
  template <class In, class Out, class N>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N count,
                                  cudaStream_t stream = nullptr, bool = false) {
    return ExclusiveScan(storage, bytes, in, out, Sum(), thrust::lanescope_value<In>(), count, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N count,
                                  cudaStream_t stream = nullptr, bool = false) {
    return InclusiveScan(storage, bytes, in, out, Sum(), count, stream);
  }
  template <class T, class N, class = std::enable_if_t<std::is_integral_v<N>>>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, T in_place, N count,
                                  cudaStream_t stream = nullptr) {
    return InclusiveSum(storage, bytes, in_place, in_place, count, stream);
  }
  template <class T, class N, class = std::enable_if_t<std::is_integral_v<N>>>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, T in_place, N count,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveSum(storage, bytes, in_place, in_place, count, stream);
  }
  template <class K, class In, class Out, class N>
  static cudaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, K keys, In in, Out out, N count,
                                       cudaStream_t stream = nullptr) {
    LANESCOPE_CUB(thrust::inclusive_scan_by_key(keys, keys + count, in, out));
  }
  template <class K, class In, class Out, class N>
  static cudaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, K keys, In in, Out out, N count,
                                       cudaStream_t stream = nullptr) {
    LANESCOPE_CUB(thrust::exclusive_scan_by_key(keys, keys + count, in, out));
  }
};

struct DeviceRadixSort {
#define LANESCOPE_SORT(SUFFIX, COMPARE)                                                                            \
  template <class K, class N>                                                                                      \
  static cudaError_t SortKeys##SUFFIX(void* storage, std::size_t& bytes, const K* in, K* out, N count, int = 0,    \
                                      int = 0, cudaStream_t stream = nullptr, bool = false) {                      \
    LANESCOPE_CUB(const auto keys = thrust::lanescope_taken(in, in + count);                                       \
                  std::stable_sort(keys.begin(), keys.end(), COMPARE<K>()); thrust::lanescope_put(out, keys));     \
  }                                                                                                                \
  template <class K, class N>                                                                                      \
  static cudaError_t SortKeys##SUFFIX(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, N count, int = 0,  \
                                      int = 0, cudaStream_t stream = nullptr, bool = false) {                      \
    K *from = keys.Current(), *to = keys.Alternate();                                                              \
    if (storage) keys.selector ^= 1;                                                                               \
    return SortKeys##SUFFIX(storage, bytes, static_cast<const K*>(from), to, count, 0, 0, stream);                 \
  }                                                                                                                \
  template <class K, class V, class N>                                                                             \
  static cudaError_t SortPairs##SUFFIX(void* storage, std::size_t& bytes, const K* in, K* out, const V* values_in, \
                                       V* values_out, N count, int = 0, int = 0, cudaStream_t stream = nullptr,    \
                                       bool = false) {                                                             \
    LANESCOPE_CUB(const auto keys = thrust::lanescope_taken(in, in + count);                                       \
                  const auto values = thrust::lanescope_taken(values_in, values_in + count);                       \
                  std::vector<std::size_t> order(keys.count);                                                      \
                  std::iota(order.begin(), order.end(), std::size_t{0});                                           \
                  std::stable_sort(order.begin(), order.end(),                                                     \
                                   [&](std::size_t a, std::size_t b) {                                             \
                                     return COMPARE<K>()(keys.begin()[a], keys.begin()[b]);                        \
                                   });                                                                             \
                  thrust::lanescope_range<K> sorted(keys.count); thrust::lanescope_range<V> moved(keys.count);     \
                  for (std::size_t i = 0; i < keys.count; ++i) {                                                   \
                    sorted.begin()[i] = keys.begin()[order[i]];                                                    \
                    moved.begin()[i] = values.begin()[order[i]];                                                   \
                  } thrust::lanescope_put(out, sorted);                                                            \
                  thrust::lanescope_put(values_out, moved));                                                       \
  }                                                                                                                \
  template <class K, class V, class N>                                                                             \
  static cudaError_t SortPairs##SUFFIX(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys,                   \
                                       DoubleBuffer<V>& values, N count, int = 0, int = 0,                         \
                                       cudaStream_t stream = nullptr, bool = false) {                              \
    K *from = keys.Current(), *to = keys.Alternate();                                                              \
    V *values_from = values.Current(), *values_to = values.Alternate();                                            \
    if (storage) {                                                                                                 \
      keys.selector ^= 1;                                                                                          \
      values.selector ^= 1;                                                                                        \
    }                                                                                                              \
    return SortPairs##SUFFIX(storage, bytes, static_cast<const K*>(from), to, static_cast<const V*>(values_from),  \
                             values_to, count, 0, 0, stream);                                                      \
  }
  LANESCOPE_SORT(, std::less)
  LANESCOPE_SORT(Descending, std::greater)
#undef LANESCOPE_SORT
};

struct DeviceSelect {
  template <class In, class Out, class M, class N, class F>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, M chosen, N count, F is_chosen,
                        cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  std::vector<thrust::lanescope_value<In>> kept;
                  for (const auto& value
                       : range) if (is_chosen(value)) kept.push_back(value);
                  put(kept, out, chosen));
  }
  template <class In, class Flags, class Out, class M, class N>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, M chosen, N count,
                             cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  const auto wanted = thrust::lanescope_taken(flags, flags + count);
                  std::vector<thrust::lanescope_value<In>> kept;
                  for (std::size_t i = 0; i < range.count; ++i) if (wanted.begin()[i])
                      kept.push_back(range.begin()[i]);
                  put(kept, out, chosen));
  }
  template <class In, class Out, class M, class N>
  static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, M chosen, N count,
                            cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  std::vector<thrust::lanescope_value<In>> kept;
                  for (const auto& value
                       : range) if (kept.empty() || !(kept.back() == value)) kept.push_back(value);
                  put(kept, out, chosen));
  }
  template <class K, class V, class OutK, class OutV, class M, class N>
  static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, K keys, V values, OutK to_keys, OutV to_values,
                                 M chosen, N count, cudaStream_t stream = nullptr) {
    LANESCOPE_CUB(thrust::copy_n(keys, count, to_keys); thrust::copy_n(values, count, to_values);
                  const auto ends = thrust::unique_by_key(to_keys, to_keys + count, to_values);
                  const auto number = static_cast<thrust::lanescope_value<M>>(ends.first - to_keys);
                  thrust::lanescope_put(chosen, &number, 1));
  }

 private:
  template <class T, class Out, class M>
  static void put(const std::vector<T>& kept, Out out, M chosen) {
    const auto count = static_cast<thrust::lanescope_value<M>>(kept.size());
    thrust::lanescope_put(out, kept.data(), kept.size());
    thrust::lanescope_put(chosen, &count, 1);
  }
};

struct DeviceHistogram {
  template <class In, class C, class L, class N>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, C* counts, int levels, L lower,
                                   L upper, N count, cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count); const int bins = levels - 1;
                  thrust::lanescope_range<C> sums(static_cast<std::size_t>(bins));
                  for (const auto& value
                       : range) if (!(value < lower) && value < upper) {
                    const int bin = static_cast<int>((static_cast<double>(value) - lower) * bins /
                                                     (static_cast<double>(upper) - lower));
                    ++sums.begin()[bin < bins ? bin : bins - 1];
                  } thrust::lanescope_put(counts, sums));
  }
  template <class In, class C, class L, class N>
  static cudaError_t HistogramRange(void* storage, std::size_t& bytes, In in, C* counts, int levels,
                                    const L* bounds, N count, cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  const auto limits = thrust::lanescope_taken(bounds, bounds + levels);
                  thrust::lanescope_range<C> sums(static_cast<std::size_t>(levels - 1)); for (const auto& value
                                                                                              : range) {
                    const auto above = std::upper_bound(limits.begin(), limits.end(), value);
                    if (above != limits.begin() && above != limits.end())
                      ++sums.begin()[above - limits.begin() - 1];
                  } thrust::lanescope_put(counts, sums));
  }
};

}  // namespace cub

#include "lanescope_cub_device_runs.hpp"
#undef LANESCOPE_CUB
