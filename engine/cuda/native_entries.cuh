// The native build of one element type: every kernel of the ladder with every operator. It is instantiated in a
// file a type, and apart from those the kernels that are compiled for every blockDim, so that all compile side by
// side.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/request/catalogue.h"
#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/native_cta.cuh"
#include "kernels/ladder.h"

namespace lanescope {

static_assert(sizeof(handed_over) == kMaxPublishers * 2 * sizeof(Point));

namespace native {

template <class Kernel, class Operator, bool kStores>
const void* unrolled_entry_of(unsigned block_dim) {
  return [&]<std::size_t... kLog2>(std::index_sequence<kLog2...>) {
    const std::array entries{
        reinterpret_cast<const void*>(&reduce_unrolled<Kernel, Operator, kStores, 1u << kLog2>)...};
    return entries.at(std::bit_width(block_dim) - 1);
  }
  (std::make_index_sequence<std::bit_width(kMaxBlockDim)>());
}

template <class Kernel, class Operator, bool kStores>
const void* entry_of(const LaunchConfig& launch) {
  if constexpr (!is_launched<Kernel, typename Operator::Value>(kStores)) {
    return nullptr;
  } else if constexpr (Kernel::facts.unrolled) {
    return unrolled_entry_of<Kernel, Operator, kStores>(launch.block_dim);
  } else {
    return reinterpret_cast<const void*>(&reduce<Kernel, Operator, kStores>);
  }
}

template <class Kernel, class Operator>
const void* entry_for(const LaunchConfig& launch) {
  return launch.combining == Combining::atomic ? entry_of<Kernel, Operator, false>(launch)
                                               : entry_of<Kernel, Operator, true>(launch);
}

template <class Kernel, class T>
const void* entry_for(Op op, const LaunchConfig& launch) {
  if constexpr (std::is_same_v<T, Point>) {
    return entry_for<Kernel, FixedOp<Op::farthest, T>>(launch);
  } else {
    switch (op) {
      case Op::sum:
        return entry_for<Kernel, FixedOp<Op::sum, T>>(launch);
      case Op::product:
        return entry_for<Kernel, FixedOp<Op::product, T>>(launch);
      case Op::min:
        return entry_for<Kernel, FixedOp<Op::min, T>>(launch);
      case Op::max:
        return entry_for<Kernel, FixedOp<Op::max, T>>(launch);
      default:
        return nullptr;
    }
  }
}

}  // namespace native

/// As native_entry, for elements of type T: of the kernels that are compiled for every blockDim, or of the others.
template <class T, bool kUnrolled>
const void* native_entry_of(const std::string& kernel, Op op, const LaunchConfig& launch) {
  const void* entry = nullptr;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if constexpr (Kernel::facts.unrolled == kUnrolled) {
      if (kernel == Kernel::facts.id) entry = native::entry_for<Kernel, T>(op, launch);
    }
  });
  return entry;
}

}  // namespace lanescope
