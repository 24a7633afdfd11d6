// CUB's functions of a block that move items: loads, stores, sorts, exchanges and the like.
#pragma once

#include "lanescope_cub_words.hpp"

namespace cub {

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
template <class T, int kX, int kItems, BlockStoreAlgorithm kHow = BLOCK_STORE_DIRECT, int kY = 1, int kZ = 1,
          int = 0>
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

/// Each item counts those that come before it; equal keys keep their order. `striped`: what a thread has then is a
/// block apart.
template <unsigned kAll, class S, class K, class V, int kItems, class C>
LANESCOPE_INLINE void lanescope_sort_items(S& storage, K (&keys)[kItems], V* values, C less, bool striped,
                                           lanescope_line line) {
  const unsigned first = lanescope_rank() * kItems;
  for (int i = 0; i < kItems; ++i) storage.keys[first + i] = keys[i];
  __syncthreads(line.number);
  unsigned places[kItems] = {};
  for (int i = 0; i < kItems; ++i)
    for (unsigned other = 0; other < kAll; ++other) {
      const K key = storage.keys[other];
      places[i] += less(key, keys[i]) || (other < first + i && !less(keys[i], key));
    }
  __syncthreads(line.number);
  for (int i = 0; i < kItems; ++i) {
    storage.keys[places[i]] = keys[i];
    if (values) storage.values[places[i]] = values[i];
  }
  __syncthreads(line.number);
  for (int i = 0; i < kItems; ++i) {
    const unsigned from = striped ? lanescope_rank() + i * (kAll / kItems) : first + i;
    keys[i] = storage.keys[from];
    if (values) values[i] = storage.values[from];
  }
}

/// In the order of keys, or against it.
template <class K, int kX, int kItems, class V = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS>
class BlockRadixSort {
 public:
  struct TempStorage {
    lanescope_storage<K, kX * kItems> keys;
    lanescope_storage<V, kX * kItems> values;
  };
  LANESCOPE_COLLECTIVE(BlockRadixSort)
  LANESCOPE_INLINE void Sort(K (&keys)[kItems], int = 0, int = 0, lanescope_line line = lanescope_line()) {
    sort(keys, nullptr, false, false, line);
  }
  LANESCOPE_INLINE void SortDescending(K (&keys)[kItems], int = 0, int = 0,
                                       lanescope_line line = lanescope_line()) {
    sort(keys, nullptr, true, false, line);
  }
  LANESCOPE_INLINE void SortBlockedToStriped(K (&keys)[kItems], int = 0, int = 0,
                                             lanescope_line line = lanescope_line()) {
    sort(keys, nullptr, false, true, line);
  }
  LANESCOPE_INLINE void Sort(K (&keys)[kItems], V (&values)[kItems], int = 0, int = 0,
                             lanescope_line line = lanescope_line()) {
    sort(keys, values, false, false, line);
  }
  LANESCOPE_INLINE void SortDescending(K (&keys)[kItems], V (&values)[kItems], int = 0, int = 0,
                                       lanescope_line line = lanescope_line()) {
    sort(keys, values, true, false, line);
  }

 private:
  LANESCOPE_INLINE void sort(K (&keys)[kItems], V* values, bool falls, bool striped, lanescope_line line) {
    const auto less = [falls](const K& a, const K& b) { return falls ? b < a : a < b; };
    lanescope_sort_items<kX * kItems>(storage_, keys, values, less, striped, line);
  }
};

/// Any order, by a function that says what comes first; equal keys keep theirs.
template <class K, int kX, int kItems, class V = NullType, int kY = 1, int kZ = 1>
class BlockMergeSort {
  static constexpr unsigned kAll = kX * kY * kZ * kItems;

 public:
  struct TempStorage {
    lanescope_storage<K, kAll> keys;
    lanescope_storage<V, kAll> values;
  };
  LANESCOPE_COLLECTIVE(BlockMergeSort)
  template <class C>
  LANESCOPE_INLINE void Sort(K (&keys)[kItems], C less, lanescope_line line = lanescope_line()) {
    sort(keys, nullptr, less, line);
  }
  template <class C>
  LANESCOPE_INLINE void Sort(K (&keys)[kItems], V (&values)[kItems], C less,
                             lanescope_line line = lanescope_line()) {
    sort(keys, values, less, line);
  }
  template <class C>
  LANESCOPE_INLINE void StableSort(K (&keys)[kItems], C less, lanescope_line line = lanescope_line()) {
    sort(keys, nullptr, less, line);
  }

 private:
  template <class C>
  LANESCOPE_INLINE void sort(K (&keys)[kItems], V* values, C less, lanescope_line line) {
    lanescope_sort_items<kAll>(storage_, keys, values, less, false, line);
  }
};

/// Between items that follow each other in a thread ("blocked") and those a block apart ("striped").
template <class T, int kX, int kItems, bool = false, int kY = 1, int kZ = 1>
class BlockExchange {
  static constexpr unsigned kThreads = kX * kY * kZ;
  LANESCOPE_INLINE static unsigned blocked(int i) { return lanescope_rank() * kItems + static_cast<unsigned>(i); }
  LANESCOPE_INLINE static unsigned striped(int i) { return lanescope_rank() + static_cast<unsigned>(i) * kThreads; }

 public:
  using TempStorage = lanescope_storage<T, kThreads * kItems>;
  LANESCOPE_COLLECTIVE(BlockExchange)
  LANESCOPE_INLINE void BlockedToStriped(T (&in)[kItems], T (&out)[kItems],
                                         lanescope_line line = lanescope_line()) {
    move(in, out, blocked, striped, line);
  }
  LANESCOPE_INLINE void StripedToBlocked(T (&in)[kItems], T (&out)[kItems],
                                         lanescope_line line = lanescope_line()) {
    move(in, out, striped, blocked, line);
  }
  LANESCOPE_INLINE void BlockedToStriped(T (&items)[kItems], lanescope_line line = lanescope_line()) {
    BlockedToStriped(items, items, line);
  }
  LANESCOPE_INLINE void StripedToBlocked(T (&items)[kItems], lanescope_line line = lanescope_line()) {
    StripedToBlocked(items, items, line);
  }
  template <class R>
  LANESCOPE_INLINE void ScatterToBlocked(T (&in)[kItems], T (&out)[kItems], R (&ranks)[kItems],
                                         lanescope_line line = lanescope_line()) {
    move(
        in, out, [&](int i) { return static_cast<unsigned>(ranks[i]); }, blocked, line);
  }
  template <class R>
  LANESCOPE_INLINE void ScatterToStriped(T (&in)[kItems], T (&out)[kItems], R (&ranks)[kItems],
                                         lanescope_line line = lanescope_line()) {
    move(
        in, out, [&](int i) { return static_cast<unsigned>(ranks[i]); }, striped, line);
  }

 private:
  template <class From, class To>
  LANESCOPE_INLINE void move(T (&in)[kItems], T (&out)[kItems], From from, To to, lanescope_line line) {
    for (int i = 0; i < kItems; ++i) storage_[from(i)] = in[i];
    __syncthreads(line.number);
    for (int i = 0; i < kItems; ++i) out[i] = storage_[to(i)];
  }
};

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int kX, int kItems, int kBins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int kY = 1,
          int kZ = 1>
class BlockHistogram {
 public:
  using TempStorage = lanescope_storage<char, 1>;
  LANESCOPE_COLLECTIVE(BlockHistogram)
  template <class C>
  LANESCOPE_INLINE void InitHistogram(C (&bins)[kBins]) {
    for (unsigned bin = lanescope_rank(); bin < kBins; bin += kX * kY * kZ) bins[bin] = 0;
  }
  template <class C>
  LANESCOPE_INLINE void Composite(T (&items)[kItems], C (&bins)[kBins], lanescope_line line = lanescope_line()) {
    for (int i = 0; i < kItems; ++i) atomicAdd(&bins[static_cast<unsigned>(items[i])], C(1), line.number);
  }
  template <class C>
  LANESCOPE_INLINE void Histogram(T (&items)[kItems], C (&bins)[kBins], lanescope_line line = lanescope_line()) {
    InitHistogram(bins);
    __syncthreads(line.number);
    Composite(items, bins, line);
  }
};

/// Where a run of equal items begins, or ends.
template <class T, int kX, int kY = 1, int kZ = 1>
class BlockDiscontinuity {
 public:
  using TempStorage = lanescope_storage<T, kX * kY * kZ>;
  LANESCOPE_COLLECTIVE(BlockDiscontinuity)
  template <int kItems, class Flag, class F>
  LANESCOPE_INLINE void FlagHeads(Flag (&heads)[kItems], T (&items)[kItems], F differ,
                                  lanescope_line line = lanescope_line()) {
    storage_[lanescope_rank()] = items[kItems - 1];
    __syncthreads(line.number);
    heads[0] = lanescope_rank() == 0 || differ(storage_[lanescope_rank() - 1], items[0]);
    for (int i = 1; i < kItems; ++i) heads[i] = differ(items[i - 1], items[i]);
  }
  template <int kItems, class Flag, class F>
  LANESCOPE_INLINE void FlagTails(Flag (&tails)[kItems], T (&items)[kItems], F differ,
                                  lanescope_line line = lanescope_line()) {
    storage_[lanescope_rank()] = items[0];
    __syncthreads(line.number);
    for (int i = 0; i + 1 < kItems; ++i) tails[i] = differ(items[i], items[i + 1]);
    tails[kItems - 1] =
        lanescope_rank() + 1 == kX * kY * kZ || differ(items[kItems - 1], storage_[lanescope_rank() + 1]);
  }
};

template <class T, int kX, int kY = 1, int kZ = 1>
class BlockShuffle {
  static constexpr int kThreads = kX * kY * kZ;

 public:
  using TempStorage = lanescope_storage<T, kThreads>;
  LANESCOPE_COLLECTIVE(BlockShuffle)
  LANESCOPE_INLINE void Offset(T in, T& out, int by = 1, lanescope_line line = lanescope_line()) {
    const int from = static_cast<int>(lanescope_rank()) + by;
    put(in, line);
    if (from >= 0 && from < kThreads) out = storage_[from];
  }
  LANESCOPE_INLINE void Rotate(T in, T& out, unsigned by = 1, lanescope_line line = lanescope_line()) {
    put(in, line);
    out = storage_[(lanescope_rank() + by) % kThreads];
  }

 private:
  LANESCOPE_INLINE void put(T in, lanescope_line line) {
    storage_[lanescope_rank()] = in;
    __syncthreads(line.number);
  }
};

}  // namespace cub
