// The native build, of all element types.
#include <vector>

#include "engine/workload/ops.h"
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

namespace {

/// The addresses of a native entry's arguments, in the order of its parameters.
std::vector<void*> native_arguments(KernelArguments& arguments, Workload workload) {
  const WorkloadFacts facts = facts_of(workload);
  std::vector<void*> addresses;
  for (unsigned i = 0; i < facts.inputs; ++i) addresses.push_back(&arguments.inputs[i]);
  addresses.push_back(&arguments.output);
  auto& sizes = arguments.sizes;
  switch (facts.shape) {
    case Shape::product:
      addresses.insert(addresses.end(), {&sizes.rows, &sizes.inner, &sizes.columns});
      break;
    case Shape::matrix:
      addresses.insert(addresses.end(), {&sizes.rows, &sizes.columns});
      break;
    case Shape::vector:
      addresses.insert(addresses.end(), {&sizes.n, &sizes.coarse_factor});  // the latter unused where it is known
      break;
  }
  return addresses;
}

}  // namespace

void launch_native(const void* entry, const LaunchConfig& launch, ElementType type, KernelArguments arguments,
                   cudaStream_t stream) {
  launch_grid(entry, launch, type, native_arguments(arguments, launch.workload).data(), stream);
}

void launch_row(const void* entry, const LaunchConfig& launch, ElementType type, std::uint64_t grid_dim,
                  void** arguments, cudaStream_t stream) {
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * element_bytes(type);
  check(cudaLaunchKernel(entry, dim3(static_cast<unsigned>(grid_dim)), dim3(launch.block_dim), arguments,
                         shared_bytes, stream),
        "launching the kernel");
}

void launch_grid(const void* entry, const LaunchConfig& launch, ElementType type, void** arguments,
                 cudaStream_t stream) {
  if (launch.tile_width == 0) return launch_row(entry, launch, type, launch.grid_dim, arguments, stream);
  const auto columns = static_cast<unsigned>(launch.grid_columns());
  const dim3 grid(columns, static_cast<unsigned>(launch.grid_dim) / columns);
  const std::size_t shared_bytes = std::size_t{launch.shared_elements} * element_bytes(type);
  check(cudaLaunchKernel(entry, grid, dim3(launch.tile_width, launch.tile_width), arguments, shared_bytes, stream),
        "launching the kernel");
}

}  // namespace lanescope
