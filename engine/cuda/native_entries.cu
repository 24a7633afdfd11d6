// The native build, of all element types.
#include "engine/request/ops.h"
#include "engine/cuda/check.cuh"
#include "engine/cuda/entries.cuh"

namespace lanescope {

template <class T, bool kUnrolled>
const void* native_entry_of(const std::string& kernel, Op op, const LaunchConfig& launch);

const void* native_entry(const std::string& kernel, Op op, ElementType type, const LaunchConfig& launch) {
  return with_type(type, [&]<class T>(TypeTag<T>) {
    const void* entry = native_entry_of<T, false>(kernel, op, launch);
    return entry ? entry : native_entry_of<T, true>(kernel, op, launch);
  });
}

void launch_entry(const void* entry, const LaunchConfig& launch, ElementType type, std::uint64_t grid_dim,
                  void** arguments, cudaStream_t stream) {
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * element_bytes(type);
  check(cudaLaunchKernel(entry, dim3(static_cast<unsigned>(grid_dim)), dim3(launch.block_dim), arguments,
                         shared_bytes, stream),
        "launching the kernel");
}

void launch_grid(const void* entry, const LaunchConfig& launch, ElementType type, void** arguments,
                 cudaStream_t stream) {
  if (launch.tile_width == 0) return launch_entry(entry, launch, type, launch.grid_dim, arguments, stream);
  const auto columns = static_cast<unsigned>(launch.grid_columns());
  const dim3 grid(columns, static_cast<unsigned>(launch.grid_dim) / columns);
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * element_bytes(type);
  check(cudaLaunchKernel(entry, grid, dim3(launch.tile_width, launch.tile_width), arguments, shared_bytes, stream),
        "launching the kernel");
}

}  // namespace lanescope
