// The native build: every kernel of the ladder, with every operator, for every type. What is unrolled for each blockDim
// is in native_unrolled.cu.
#include "engine/cuda/check.cuh"
#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_cta.cuh"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

/// Whether a kernel is launched so: with a choice both ways, else its own way.
template <class Kernel, bool kStores>
constexpr bool is_launched() {
  return Kernel::facts.any_combining || (Kernel::facts.combining != Combining::atomic) == kStores;
}

template <class Kernel, Op kOp, class T, bool kStores>
const void* entry_of() {
  if constexpr (is_launched<Kernel, kStores>()) {
    return reinterpret_cast<const void*>(&reduce<Kernel, FixedOp<kOp, T>, kStores>);
  } else {
    return nullptr;
  }
}

template <class Kernel, Op kOp>
const void* entry_for(ElementType type, bool stores) {
  if (type == ElementType::int32) {
    return stores ? entry_of<Kernel, kOp, std::int32_t, true>() : entry_of<Kernel, kOp, std::int32_t, false>();
  }
  return stores ? entry_of<Kernel, kOp, float, true>() : entry_of<Kernel, kOp, float, false>();
}

template <class Kernel>
const void* entry_for(Op op, ElementType type, bool stores) {
  switch (op) {
    case Op::sum:
      return entry_for<Kernel, Op::sum>(type, stores);
    case Op::product:
      return entry_for<Kernel, Op::product>(type, stores);
    case Op::min:
      return entry_for<Kernel, Op::min>(type, stores);
    case Op::max:
      return entry_for<Kernel, Op::max>(type, stores);
  }
  return nullptr;
}

}  // namespace

const void* native_entry(const std::string& kernel, Op op, ElementType type, const LaunchConfig& launch) {
  const void* entry = unrolled_entry(kernel, op, type, launch.block_dim);
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if constexpr (!Kernel::facts.unrolled) {
      if (kernel == Kernel::facts.id) entry = entry_for<Kernel>(op, type, launch.combining != Combining::atomic);
    }
  });
  return entry;
}

void launch_entry(const void* entry, const LaunchConfig& launch, std::uint64_t grid_dim, void** arguments,
                  cudaStream_t stream) {
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * kElementBytes;
  check(cudaLaunchKernel(entry, dim3(static_cast<unsigned>(grid_dim)), dim3(launch.block_dim), arguments,
                         shared_bytes, stream),
        "launching the kernel");
}

}  // namespace lanescope
