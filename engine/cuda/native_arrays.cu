#include <array>
#include <utility>

#include "engine/request/ops.h"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_arrays.cuh"

namespace lanescope {
namespace {

/// The entry of a factor that is known when it is compiled.
template <class Kernel, class T, unsigned kCoarseFactor>
const void* entry_by() {
  if constexpr (facts_of(Kernel::facts.workload).of_matrices) {
    return reinterpret_cast<const void*>(&multiply_matrices<Kernel, T, kCoarseFactor>);
  } else {
    return reinterpret_cast<const void*>(&from_one_by<Kernel, T, kCoarseFactor>);
  }
}

template <class Kernel, class T>
const void* entry_of(unsigned coarse_factor) {
  constexpr WorkloadFacts facts = facts_of(Kernel::facts.workload);
  if constexpr (!runs_on<Kernel, T>()) {
    return nullptr;
  } else if constexpr (Kernel::facts.known_factor || facts.of_matrices) {
    constexpr unsigned kMax = Kernel::facts.coarsens ? Kernel::facts.max_coarse_factor : 1;
    return [&]<unsigned... kLess>(std::integer_sequence<unsigned, kLess...>) {
      return std::array{entry_by<Kernel, T, kLess + 1>()...}.at(coarse_factor - 1);
    }
    (std::make_integer_sequence<unsigned, kMax>());
  } else if constexpr (facts.inputs == 1) {
    return reinterpret_cast<const void*>(&from_one<Kernel, T>);
  } else if constexpr (facts.inputs == 2) {
    return reinterpret_cast<const void*>(&from_two<Kernel, T>);
  } else {
    return reinterpret_cast<const void*>(&from_three<Kernel, T>);
  }
}

}  // namespace

const void* native_array_entry(const std::string& kernel, ElementType type, const LaunchConfig& launch) {
  const void* entry = nullptr;
  for_each_kernel(ArrayKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel != Kernel::facts.id) return;
    with_type(type, [&]<class T>(TypeTag<T>) { entry = entry_of<Kernel, T>(launch.coarse_factor); });
  });
  return entry;
}

}  // namespace lanescope
