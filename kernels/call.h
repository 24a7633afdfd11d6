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

/// With the arrays, then what they are followed by.
template <class Kernel>
KERNEL_FN void call_with_arrays(auto cta, const auto& input, const auto& output, auto... sizes) {
  constexpr unsigned kInputs = inputs_of(Kernel::facts), kOutputs = Kernel::facts.outputs;
  if constexpr (kInputs == 1 && kOutputs == 1) {
    Kernel{}(cta, input(0), output(0), sizes...);
  } else if constexpr (kInputs == 1) {
    Kernel{}(cta, input(0), output(0), output(1), sizes...);
  } else if constexpr (kInputs == 2) {
    static_assert(kOutputs == 1);
    Kernel{}(cta, input(0), input(1), output(0), sizes...);
  } else {
    static_assert(kInputs == 3 && kOutputs == 1);
    Kernel{}(cta, input(0), input(1), input(2), output(0), sizes...);
  }
}

/// `input(i)` and `output(i)` are the i-th arrays. Reductions alone take the operator.
template <class Kernel>
KERNEL_FN void call_kernel(auto cta, const auto& input, const auto& output, const KernelSizes& sizes, const auto& op) {
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (facts.reduces) {
    Kernel{}(cta, input(0), output(0), sizes.n, sizes.coarse_factor, op);
  } else if constexpr (facts.shape == Shape::product) {
    call_with_arrays<Kernel>(cta, input, output, sizes.rows, sizes.inner, sizes.columns, sizes.coarse_factor);
  } else if constexpr (facts.shape == Shape::matrix) {
    call_with_arrays<Kernel>(cta, input, output, sizes.rows, sizes.columns, sizes.coarse_factor);
  } else if constexpr (Kernel::facts.takes_digit) {
    call_with_arrays<Kernel>(cta, input, output, sizes.n, sizes.first_bit, sizes.coarse_factor);
  } else {
    call_with_arrays<Kernel>(cta, input, output, sizes.n, sizes.coarse_factor);
  }
}

}  // namespace lanescope
