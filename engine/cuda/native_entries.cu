// The native build: every kernel of the ladder, with every operator, for every type.
#include "engine/cuda/check.cuh"
#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_cta.cuh"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

template <class Kernel, class T>
const void* entry_of(Op op) {
  switch (op) {
    case Op::sum:
      return reinterpret_cast<const void*>(&reduce<Kernel, FixedOp<Op::sum, T>>);
    case Op::product:
      return reinterpret_cast<const void*>(&reduce<Kernel, FixedOp<Op::product, T>>);
    case Op::min:
      return reinterpret_cast<const void*>(&reduce<Kernel, FixedOp<Op::min, T>>);
    case Op::max:
      return reinterpret_cast<const void*>(&reduce<Kernel, FixedOp<Op::max, T>>);
  }
  return nullptr;
}

}  // namespace

const void* native_entry(const std::string& kernel, Op op, ElementType type) {
  const void* entry = nullptr;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel != Kernel::facts.id) return;
    entry = type == ElementType::int32 ? entry_of<Kernel, std::int32_t>(op) : entry_of<Kernel, float>(op);
  });
  return entry;
}

void launch_entry(const void* entry, const LaunchConfig& launch, std::uint64_t grid_dim, void** arguments) {
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * kElementBytes;
  check(cudaLaunchKernel(entry, dim3(static_cast<unsigned>(grid_dim)), dim3(launch.block_dim), arguments,
                         shared_bytes, nullptr),
        "launching the kernel");
}

}  // namespace lanescope
