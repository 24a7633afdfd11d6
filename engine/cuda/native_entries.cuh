// The native build: every kernel with every operator. It is instantiated in one file: headers alone take seconds of every
// file that nvcc compiles.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/native_cta.cuh"
#include "engine/request/catalogue.h"
#include "kernels/call.h"

namespace lanescope {

static_assert(sizeof(handed_over) == kMaxPublishers * 2 * sizeof(Point));

namespace native {

/// What the entry adds to its own parameters: the operator of a reduction, or a COARSE_FACTOR that is known when it
/// is compiled, so that a thread's arrays stay in registers.
template <class Operator>
struct WithOperator {
  __device__ static void call(auto kernel, auto cta, auto... parameters) { kernel(cta, parameters..., Operator{}); }
};
template <unsigned kCoarseFactor>
struct WithFactor {
  __device__ static void call(auto kernel, auto cta, auto... parameters) {
    kernel(cta, parameters..., kCoarseFactor);
  }
};
struct AsItIs {
  __device__ static void call(auto kernel, auto cta, auto... parameters) { kernel(cta, parameters...); }
};

/// Every native entry. Its parameters are those of the plain CUDA listing. It makes its empty context itself: taken
/// as an argument, it would cost a parameter.
template <class Kernel, class Cta, class Call, class... Parameters>
__global__ void entry(Parameters... parameters) {
  Call::call(Kernel{}, Cta{}, parameters...);
}

template <class Kernel, class Cta, class Call, class... Parameters>
const void* address() {
  return reinterpret_cast<const void*>(&entry<Kernel, Cta, Call, Parameters...>);
}

// --- reductions ---

template <class Kernel, class Operator, bool kStores>
const void* reduction_entry_of(const LaunchConfig& launch) {
  using T = typename Operator::Value;
  using Call = WithOperator<Operator>;
  if constexpr (!is_launched<Kernel, T>(kStores)) {
    return nullptr;
  } else if constexpr (Kernel::facts.unrolled) {
    return [&]<std::size_t... kLog2>(std::index_sequence<kLog2...>) {
      const std::array entries{
          address<Kernel, NativeCta<kStores, 1u << kLog2>, Call, T*, T*, std::size_t, unsigned>()...};
      return entries.at(std::bit_width(launch.block_dim) - 1);
    }
    (std::make_index_sequence<std::bit_width(kMaxBlockDim)>());
  } else {
    return address<Kernel, NativeCta<kStores>, Call, T*, T*, std::size_t, unsigned>();
  }
}

template <class Kernel, class Operator>
const void* reduction_entry_by(const LaunchConfig& launch) {
  return launch.combining == Combining::atomic ? reduction_entry_of<Kernel, Operator, false>(launch)
                                               : reduction_entry_of<Kernel, Operator, true>(launch);
}

template <class Kernel, class T>
const void* reduction_entry(Op op, const LaunchConfig& launch) {
  if constexpr (std::is_same_v<T, Point>) {
    return reduction_entry_by<Kernel, FixedOp<Op::farthest, T>>(launch);
  } else {
    switch (op) {
      case Op::sum:
        return reduction_entry_by<Kernel, FixedOp<Op::sum, T>>(launch);
      case Op::product:
        return reduction_entry_by<Kernel, FixedOp<Op::product, T>>(launch);
      case Op::min:
        return reduction_entry_by<Kernel, FixedOp<Op::min, T>>(launch);
      case Op::max:
        return reduction_entry_by<Kernel, FixedOp<Op::max, T>>(launch);
      default:
        return nullptr;
    }
  }
}

// --- kernels whose result is an array ---

/// `Arrays`: a pointer for each.
template <class Kernel, class Call, class... Arrays>
const void* entry_of_arrays() {
  using Cta = NativeCta<true>;
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (facts.shape == Shape::product) {
    return address<Kernel, Cta, Call, Arrays..., unsigned, unsigned, unsigned>();
  } else if constexpr (facts.shape == Shape::matrix) {
    return address<Kernel, Cta, Call, Arrays..., unsigned, unsigned, unsigned>();
  } else if constexpr (Kernel::facts.known_factor) {
    return address<Kernel, Cta, Call, Arrays..., std::size_t>();
  } else if constexpr (Kernel::facts.takes_digit) {
    return address<Kernel, Cta, Call, Arrays..., std::size_t, unsigned, unsigned>();
  } else {
    return address<Kernel, Cta, Call, Arrays..., std::size_t, unsigned>();
  }
}

template <class Kernel, class Call, class T>
const void* array_entry_by() {
  constexpr unsigned kArrays = inputs_of(Kernel::facts) + Kernel::facts.outputs;
  return []<std::size_t... kArray>(std::index_sequence<kArray...>) {
    return entry_of_arrays<Kernel, Call, std::enable_if_t<(kArray >= 0), T>*...>();
  }
  (std::make_index_sequence<kArrays>());
}

template <class Kernel, class T>
const void* array_entry(unsigned coarse_factor) {
  if constexpr (!runs_on<Kernel, T>()) {
    return nullptr;
  } else if constexpr (knows_factor(Kernel::facts)) {
    constexpr unsigned kMax = Kernel::facts.coarsens ? Kernel::facts.max_coarse_factor : 1;
    return [&]<unsigned... kLess>(std::integer_sequence<unsigned, kLess...>) {
      return std::array{array_entry_by<Kernel, WithFactor<kLess + 1>, T>()...}.at(coarse_factor - 1);
    }
    (std::make_integer_sequence<unsigned, kMax>());
  } else {
    return array_entry_by<Kernel, AsItIs, T>();
  }
}

}  // namespace native

/// As native_entry, for elements of type T.
template <class T>
const void* native_entry_of(Op op, const LaunchConfig& launch) {
  const void* entry = nullptr;
  for_each_entry([&]<class Kernel>(Kernel) {
    if (launch.entry != Kernel::facts.id) return;
    if constexpr (facts_of(Kernel::facts.workload).reduces) {
      entry = native::reduction_entry<Kernel, T>(op, launch);
    } else {
      entry = native::array_entry<Kernel, T>(launch.coarse_factor);
    }
  });
  return entry;
}

}  // namespace lanescope
