// mma.h: products of tiles by a warp. Each lane holds an equal part of a tile, in the order of its elements; which
// lane has which is not said by CUDA either. The warp's lanes meet where a GPU's do, and hand each other their
// parts.
#pragma once

#include "lanescope_bfloat.hpp"
#include "lanescope_half.hpp"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}  // namespace precision

template <class T>
struct lanescope_stored {
  using Type = T;
};
template <>
struct lanescope_stored<precision::tf32> {
  using Type = float;
};

template <class Use, int kM, int kN, int kK, class T, class Layout = void>
struct fragment {
  static constexpr int kRows = std::is_same_v<Use, matrix_b> ? kK : kM,
                       kColumns = std::is_same_v<Use, matrix_a> ? kK : kN;
  static constexpr int num_elements = kRows * kColumns / 32;
  static constexpr int num_storage_elements = num_elements;
  using element_type = T;
  using storage_element_type = typename lanescope_stored<T>::Type;
  storage_element_type x[num_elements];
};

inline int lanescope_lane() {
  return static_cast<int>((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
}
/// Where the lane's i-th element of a tile lies in memory.
template <class Fragment>
LANESCOPE_INLINE unsigned lanescope_offset(int i, unsigned stride, bool by_columns) {
  const unsigned at = static_cast<unsigned>(lanescope_lane() * Fragment::num_elements + i);
  const unsigned row = at / Fragment::kColumns, column = at % Fragment::kColumns;
  return by_columns ? column * stride + row : row * stride + column;
}

template <class Fragment, class V>
void fill_fragment(Fragment& to, V value) {
  for (int i = 0; i < Fragment::num_elements; ++i)
    to.x[i] = static_cast<typename Fragment::storage_element_type>(value);
}
template <class Use, int kM, int kN, int kK, class T, class Layout, class P>
LANESCOPE_INLINE void load_matrix_sync(fragment<Use, kM, kN, kK, T, Layout>& to, const P* from, unsigned stride,
                                       int line = LANESCOPE_LINE) {
  __syncwarp(0xffffffffu, line);
  for (int i = 0; i < to.num_elements; ++i)
    to.x[i] =
        from[lanescope_offset<fragment<Use, kM, kN, kK, T, Layout>>(i, stride, std::is_same_v<Layout, col_major>)];
}
template <int kM, int kN, int kK, class T, class P>
LANESCOPE_INLINE void load_matrix_sync(fragment<accumulator, kM, kN, kK, T>& to, const P* from, unsigned stride,
                                       layout_t layout, int line = LANESCOPE_LINE) {
  __syncwarp(0xffffffffu, line);
  for (int i = 0; i < to.num_elements; ++i)
    to.x[i] = from[lanescope_offset<fragment<accumulator, kM, kN, kK, T>>(i, stride, layout == mem_col_major)];
}
template <int kM, int kN, int kK, class T, class P>
LANESCOPE_INLINE void store_matrix_sync(P* to, const fragment<accumulator, kM, kN, kK, T>& from, unsigned stride,
                                        layout_t layout, int line = LANESCOPE_LINE) {
  __syncwarp(0xffffffffu, line);
  for (int i = 0; i < from.num_elements; ++i)
    to[lanescope_offset<fragment<accumulator, kM, kN, kK, T>>(i, stride, layout == mem_col_major)] = from.x[i];
}

/// A tile of which every lane has a part, whole. A shuffle moves up to 16 bytes.
template <class V, class Fragment>
LANESCOPE_INLINE void lanescope_gather(const Fragment& from, V* to, int line) {
  constexpr int kAtOnce = Fragment::num_elements % 4 == 0 && sizeof(V) == 4 ? 4 : 1;
  struct Part {
    V v[kAtOnce];
  };
  for (int i = 0; i < Fragment::num_elements; i += kAtOnce) {
    Part own;
    for (int k = 0; k < kAtOnce; ++k) own.v[k] = static_cast<V>(from.x[i + k]);
    for (int lane = 0; lane < 32; ++lane) {
      const Part part = lanescope_met(lanescope_shuffle, 0xffffffffu, own, lane, 32, line);
      for (int k = 0; k < kAtOnce; ++k) to[lane * Fragment::num_elements + i + k] = part.v[k];
    }
  }
}

// Products of half precision and of bytes are exact in float and int; sums are in the order of k.
template <int kM, int kN, int kK, class R, class A, class LayoutA, class B, class LayoutB, class C>
LANESCOPE_INLINE void mma_sync(fragment<accumulator, kM, kN, kK, R>& result,
                               const fragment<matrix_a, kM, kN, kK, A, LayoutA>& a,
                               const fragment<matrix_b, kM, kN, kK, B, LayoutB>& b,
                               const fragment<accumulator, kM, kN, kK, C>& c, bool = false,
                               int line = LANESCOPE_LINE) {
  using Sum = std::conditional_t<std::is_same_v<R, int> || std::is_same_v<R, double>, R, float>;
  Sum left[kM * kK], right[kK * kN];
  lanescope_gather(a, left, line);
  lanescope_gather(b, right, line);
  for (int i = 0; i < result.num_elements; ++i) {
    const int at = lanescope_lane() * result.num_elements + i, row = at / kN, column = at % kN;
    Sum sum = static_cast<Sum>(c.x[i]);
    for (int k = 0; k < kK; ++k) sum += left[row * kK + k] * right[k * kN + column];
    result.x[i] = static_cast<R>(sum);
  }
}
inline float __float_to_tf32(float x) {
  return lanescope_bits<float>((lanescope_bits<unsigned>(x) + 0x1000u) & ~0x1fffu);
}

}  // namespace wmma
}  // namespace nvcuda
