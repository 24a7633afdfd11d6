// The operators on the GPU: fixed at compile time for the native build, chosen at run time for the recording build.
#pragma once

#include <type_traits>

#include "engine/cuda/atomics.cuh"
#include "engine/cuda/min_max.cuh"
#include "engine/workload/ops.h"
#include "kernels/vocabulary.h"

namespace lanescope {

/// min(a, b) and max(a, b) are one instruction, except of doubles; apply_op's comparison is two. They differ in
/// nothing but NaN.
template <Op kOp, class T>
struct FixedOp {
  using Value = T;

  __device__ T identity() const { return identity_of<T>(kOp); }

  __device__ T operator()(T a, T b) const {
    constexpr bool kIsDouble = std::is_same_v<T, double>;
    if constexpr (kOp == Op::min) {
      if constexpr (kIsDouble)
        return lesser(a, b);
      else
        return min(a, b);
    } else if constexpr (kOp == Op::max) {
      if constexpr (kIsDouble)
        return greater(a, b);
      else
        return max(a, b);
    } else {
      return apply_op(kOp, a, b);
    }
  }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  /// Of all lanes, in every lane; older GPUs have no such instruction.
  __device__ T reduce_warp(unsigned lanes, T value) const
      requires(std::is_same_v<T, std::int32_t>&& kOp != Op::product) {
    if constexpr (kOp == Op::sum) return __reduce_add_sync(lanes, value);
    if constexpr (kOp == Op::min) return __reduce_min_sync(lanes, value);
    if constexpr (kOp == Op::max) return __reduce_max_sync(lanes, value);
  }
#endif

  /// One atomic update of `output`.
  __device__ void combine(T* output, T value) const {
    if constexpr (kOp == Op::sum) atomicAdd(output, value);
    if constexpr (kOp == Op::product) atomic_multiply(output, value);
    if constexpr (kOp == Op::min && std::is_integral_v<T>) atomicMin(output, value);
    if constexpr (kOp == Op::min && !std::is_integral_v<T>) atomic_min(output, value);
    if constexpr (kOp == Op::max && std::is_integral_v<T>) atomicMax(output, value);
    if constexpr (kOp == Op::max && !std::is_integral_v<T>) atomic_max(output, value);
  }
};

/// A point by value would be copied on its way, and the machine code differ from that of the plain call.
template <>
struct FixedOp<Op::farthest, Point> {
  using Value = Point;
  __device__ Point identity() const { return no_point(); }
  __device__ Point operator()(const Point& a, const Point& b) const { return farther(a, b); }
};

/// Operands may be recorded array elements: they are loaded here, the left one first, so that the order of accesses
/// is not the compiler's choice.
template <class T>
struct AnyOp {
  using Value = T;
  Op op = Op::sum;

  __device__ T identity() const { return identity_of<T>(op); }

  __device__ T operator()(const auto& left, const auto& right) const {
    const T a = left;
    const T b = right;
    return apply_op(op, a, b);
  }

  __device__ void combine(T* output, T value) const {
    if constexpr (!std::is_same_v<T, Point>) {
      switch (op) {
        case Op::product:
          FixedOp<Op::product, T>{}.combine(output, value);
          break;
        case Op::min:
          FixedOp<Op::min, T>{}.combine(output, value);
          break;
        case Op::max:
          FixedOp<Op::max, T>{}.combine(output, value);
          break;
        default:
          FixedOp<Op::sum, T>{}.combine(output, value);
      }
    }
  }
};

/// Whether blocks of a kernel hand over their results so: with a choice both ways, else the kernel's own way. No
/// GPU updates a point atomically.
template <class Kernel, class T>
constexpr bool is_launched(bool stores) {
  if (!stores && std::is_same_v<T, Point>) return false;
  return Kernel::facts.any_combining || (Kernel::facts.combining != Combining::atomic) == stores;
}

}  // namespace lanescope
