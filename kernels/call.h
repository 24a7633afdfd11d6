// How a kernel of each workload is called: the one place that knows the order of its parameters.
#pragma once

#include "kernels/ladder.h"
#include "kernels/workloads.h"

namespace lanescope {

/// What kernels are told of the launch. `n`: elements of each array of a kernel in one dimension; the others are of a
/// matrix product.
struct KernelSizes {
  size_t n;
  unsigned rows, inner, columns;
  unsigned coarse_factor;
};

/// Whether a workload with an array as its result has elements of the type.
template <class Kernel, class T>
constexpr bool runs_on() {
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (std::is_same_v<T, int>) return facts.of_int32;
  if constexpr (std::is_same_v<T, float>) return facts.of_float32;
  if constexpr (std::is_same_v<T, double>) return facts.of_float64;
  return false;
}

/// `input(i)` is the i-th input array.
template <class Kernel>
KERNEL_FN void call_kernel(auto cta, const auto& input, auto output, const KernelSizes& sizes) {
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (facts.of_matrices) {
    Kernel{}(cta, input(0), input(1), output, sizes.rows, sizes.inner, sizes.columns, sizes.coarse_factor);
  } else if constexpr (facts.inputs == 1) {
    Kernel{}(cta, input(0), output, sizes.n, sizes.coarse_factor);
  } else if constexpr (facts.inputs == 2) {
    Kernel{}(cta, input(0), input(1), output, sizes.n, sizes.coarse_factor);
  } else {
    Kernel{}(cta, input(0), input(1), input(2), output, sizes.n, sizes.coarse_factor);
  }
}

}  // namespace lanescope
