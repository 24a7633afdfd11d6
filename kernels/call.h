// How a kernel of each workload is called: the one place that knows the order of its parameters.
#pragma once

#include "kernels/ladder.h"

namespace lanescope {

/// What kernels are told of the launch. `n`: elements of each array of an elementwise kernel; the others are of a matrix
/// product.
struct KernelSizes {
  size_t n;
  unsigned rows, inner, columns;
  unsigned coarse_factor;
};

/// Whether a workload with an array as its result has elements of the type.
template <class Kernel, class T>
constexpr bool runs_on() {
  if (Kernel::facts.workload == Workload::rgb_to_gray) return std::is_same_v<T, float>;
  return std::is_arithmetic_v<T>;
}

/// `input(i)` is the i-th input array.
template <class Kernel>
KERNEL_FN void call_kernel(auto cta, const auto& input, auto output, const KernelSizes& sizes) {
  constexpr Workload kWorkload = Kernel::facts.workload;
  if constexpr (kWorkload == Workload::vector_add) {
    Kernel{}(cta, input(0), input(1), output, sizes.n, sizes.coarse_factor);
  } else if constexpr (kWorkload == Workload::rgb_to_gray) {
    Kernel{}(cta, input(0), input(1), input(2), output, sizes.n, sizes.coarse_factor);
  } else if constexpr (kWorkload == Workload::matrix_product) {
    Kernel{}(cta, input(0), input(1), output, sizes.rows, sizes.inner, sizes.columns, sizes.coarse_factor);
  }
}

}  // namespace lanescope
