// What CUB's functions of blocks and warps have in common: operators, names of their ways, storage.
#pragma once

#include "lanescope_cuda.hpp"

#define CUB_VERSION 200400
#define CUB_PTX_ARCH 900
#define CubDebug(error) (error)
#define CubDebugExit(error)              \
  do {                                   \
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

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };

LANESCOPE_INLINE unsigned RowMajorTid(int, int, int) {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
LANESCOPE_INLINE unsigned lanescope_rank() { return RowMajorTid(0, 0, 0); }
LANESCOPE_INLINE unsigned LaneId() { return lanescope_rank() % 32; }
LANESCOPE_INLINE unsigned WarpId() { return lanescope_rank() / 32; }
template <CacheLoadModifier kHow, class T>
LANESCOPE_INLINE T ThreadLoad(T* from) {
  return *from;
}

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
  LANESCOPE_INLINE explicit lanescope_line(int line = LANESCOPE_LINE) : number(line) {}
  int number;
};

#define LANESCOPE_COLLECTIVE(NAME)                                            \
 public:                                                                      \
  LANESCOPE_INLINE NAME() : storage_(lanescope_own_storage<TempStorage>()) {} \
  LANESCOPE_INLINE explicit NAME(TempStorage& storage) : storage_(storage) {} \
                                                                              \
 private:                                                                     \
  TempStorage& storage_;                                                      \
                                                                              \
 public:

}  // namespace cub
