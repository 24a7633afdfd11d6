// How kernels are called: the one place that knows the order of their parameters.
#pragma once

#include "kernels/ladder.h"
#include "kernels/workloads.h"

namespace lanescope {

/// Whether a kernel has elements of the type. Reductions have all, points among them.
template <class Kernel, class T>
constexpr bool runs_on() {
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (facts.reduces) return true;
  if constexpr (std::is_same_v<T, int>) return facts.of_int32;
  if constexpr (std::is_same_v<T, float>) return facts.of_float32;
  if constexpr (std::is_same_v<T, double>) return facts.of_float64;
  return false;
}

/// `input(i)` is the i-th input array. Reductions alone take the operator.
template <class Kernel>
KERNEL_FN void call_kernel(auto cta, const auto& input, auto output, const KernelSizes& sizes, const auto& op) {
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (facts.reduces) {
    Kernel{}(cta, input(0), output, sizes.n, sizes.coarse_factor, op);
  } else if constexpr (facts.shape == Shape::product) {
    Kernel{}(cta, input(0), input(1), output, sizes.rows, sizes.inner, sizes.columns, sizes.coarse_factor);
  } else if constexpr (facts.shape == Shape::matrix) {
    Kernel{}(cta, input(0), output, sizes.rows, sizes.columns, sizes.coarse_factor);
  } else if constexpr (facts.inputs == 1) {
    Kernel{}(cta, input(0), output, sizes.n, sizes.coarse_factor);
  } else if constexpr (facts.inputs == 2) {
    Kernel{}(cta, input(0), input(1), output, sizes.n, sizes.coarse_factor);
  } else {
    Kernel{}(cta, input(0), input(1), input(2), output, sizes.n, sizes.coarse_factor);
  }
}

}  // namespace lanescope
