// The native build of kernels whose blockDim is a template argument: an entry for every power of two.
#include <array>
#include <bit>
#include <utility>

#include "engine/core/catalogue.h"
#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_cta.cuh"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

template <class Kernel, Op kOp, class T>
const void* entry_of(unsigned block_dim) {
  constexpr bool kStores = Kernel::facts.combining != Combining::atomic;
  constexpr auto kLog2s = std::make_index_sequence<std::bit_width(kMaxBlockDim)>();
  return [&]<std::size_t... kLog2>(std::index_sequence<kLog2...>) {
    const std::array entries{
        reinterpret_cast<const void*>(&reduce_unrolled<Kernel, FixedOp<kOp, T>, kStores, 1u << kLog2>)...};
    return entries.at(std::bit_width(block_dim) - 1);
  }(kLog2s);
}

template <class Kernel, Op kOp>
const void* entry_for(ElementType type, unsigned block_dim) {
  return type == ElementType::int32 ? entry_of<Kernel, kOp, std::int32_t>(block_dim)
                                    : entry_of<Kernel, kOp, float>(block_dim);
}

template <class Kernel>
const void* entry_for(Op op, ElementType type, unsigned block_dim) {
  switch (op) {
    case Op::sum:
      return entry_for<Kernel, Op::sum>(type, block_dim);
    case Op::product:
      return entry_for<Kernel, Op::product>(type, block_dim);
    case Op::min:
      return entry_for<Kernel, Op::min>(type, block_dim);
    case Op::max:
      return entry_for<Kernel, Op::max>(type, block_dim);
  }
  return nullptr;
}

}  // namespace

const void* unrolled_entry(const std::string& kernel, Op op, ElementType type, unsigned block_dim) {
  const void* entry = nullptr;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if constexpr (Kernel::facts.unrolled) {
      if (kernel == Kernel::facts.id) entry = entry_for<Kernel>(op, type, block_dim);
    }
  });
  return entry;
}

}  // namespace lanescope
