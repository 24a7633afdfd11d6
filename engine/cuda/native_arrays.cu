#include <array>
#include <utility>

#include "engine/core/ops.h"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_arrays.cuh"

namespace lanescope {
namespace {

template <class Kernel, class T>
const void* matrix_entry_of(unsigned coarse_factor) {
  constexpr unsigned kMost = Kernel::facts.coarsens ? Kernel::facts.max_coarse_factor : 1;
  return [&]<unsigned... kLess>(std::integer_sequence<unsigned, kLess...>) {
    const std::array entries{reinterpret_cast<const void*>(&multiply_matrices<Kernel, T, kLess + 1>)...};
    return entries.at(coarse_factor - 1);
  }
  (std::make_integer_sequence<unsigned, kMost>());
}

template <class Kernel, class T>
const void* entry_of(unsigned coarse_factor) {
  if constexpr (!runs_on<Kernel, T>()) {
    return nullptr;
  } else if constexpr (Kernel::facts.workload == Workload::vector_add) {
    return reinterpret_cast<const void*>(&add_arrays<Kernel, T>);
  } else if constexpr (Kernel::facts.workload == Workload::rgb_to_gray) {
    return reinterpret_cast<const void*>(&convert_planes<Kernel, T>);
  } else {
    return matrix_entry_of<Kernel, T>(coarse_factor);
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
