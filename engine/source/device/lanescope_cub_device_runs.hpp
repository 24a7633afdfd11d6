// CUB's functions of the device over runs of equal keys, parts of a range, and orders that a function gives. Of
// lanescope_cub_device.hpp, whose end includes it.
#pragma once

namespace cub {

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Counts, class M, class N>
  static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Unique to_unique, Counts to_counts, M runs,
                            N count, cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(
        const auto ends = thrust::reduce_by_key(
            in, in + count, thrust::constant_iterator<thrust::lanescope_value<Counts>>(1), to_unique, to_counts);
        const auto number = static_cast<thrust::lanescope_value<M>>(ends.first - to_unique);
        thrust::lanescope_put(runs, &number, 1));
  }
};

struct DevicePartition {
  /// The others follow in reverse, as CUB leaves them.
  template <class In, class Out, class M, class N, class F>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, M chosen, N count, F is_chosen,
                        cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count); std::vector<bool> marks;
                  for (const auto& one
                       : range) marks.push_back(is_chosen(one));
                  put(range, marks, out, chosen));
  }
  template <class In, class Flags, class Out, class M, class N>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, M chosen, N count,
                             cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(const auto range = thrust::lanescope_taken(in, in + count);
                  const auto wanted = thrust::lanescope_taken(flags, flags + count);
                  const std::vector<bool> marks(wanted.begin(), wanted.end()); put(range, marks, out, chosen));
  }

 private:
  template <class Range, class Out, class M>
  static void put(const Range& range, const std::vector<bool>& marks, Out out, M chosen) {
    Range parted(range.count);
    std::size_t front = 0, back = range.count;
    for (std::size_t i = 0; i < range.count; ++i) parted.begin()[marks[i] ? front++ : --back] = range.begin()[i];
    const auto count = static_cast<thrust::lanescope_value<M>>(front);
    thrust::lanescope_put(out, parted);
    thrust::lanescope_put(chosen, &count, 1);
  }
};

struct DeviceMergeSort {
  template <class K, class N, class C>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, K keys, N count, C less,
                              cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(thrust::stable_sort(keys, keys + count, less));
  }
  template <class K, class N, class C>
  static cudaError_t StableSortKeys(void* storage, std::size_t& bytes, K keys, N count, C less,
                                    cudaStream_t stream = nullptr, bool = false) {
    return SortKeys(storage, bytes, keys, count, less, stream);
  }
  template <class K, class V, class N, class C>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, K keys, V values, N count, C less,
                               cudaStream_t stream = nullptr, bool = false) {
    LANESCOPE_CUB(thrust::stable_sort_by_key(keys, keys + count, values, less));
  }
  template <class K, class V, class N, class C>
  static cudaError_t StableSortPairs(void* storage, std::size_t& bytes, K keys, V values, N count, C less,
                                     cudaStream_t stream = nullptr, bool = false) {
    return SortPairs(storage, bytes, keys, values, count, less, stream);
  }
};

struct DeviceFor {
  template <class N, class F>
  static cudaError_t Bulk(void* storage, std::size_t& bytes, N count, F function, cudaStream_t stream = nullptr) {
    LANESCOPE_CUB(thrust::for_each(thrust::counting_iterator<N>(0), thrust::counting_iterator<N>(count), function));
  }
  template <class N, class F>
  static cudaError_t Bulk(N count, F function, cudaStream_t stream = nullptr) {
    std::size_t bytes = 0;
    return Bulk(&bytes, bytes, count, function, stream);
  }
  template <class It, class F>
  static cudaError_t ForEach(It first, It last, F function, cudaStream_t = nullptr) {
    thrust::for_each(first, last, function);
    return cudaPeekAtLastError();
  }
};

struct DeviceAdjacentDifference {
  template <class In, class Out, class N, class F = cub::Difference>
  static cudaError_t SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out, N count, F difference = {},
                                      cudaStream_t stream = nullptr) {
    LANESCOPE_CUB(thrust::adjacent_difference(in, in + count, out, difference));
  }
};

}  // namespace cub
