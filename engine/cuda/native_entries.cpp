// The native build, of all element types.
#include <vector>

#include "engine/cuda/check.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/request/catalogue.h"
#include "engine/workload/ops.h"

namespace lanescope {

template <class T>
const void* native_entry_of(Op op, const LaunchConfig& launch);

const void* native_entry(Op op, ElementType type, const LaunchConfig& launch) {
  return with_type(type, [&]<class T>(TypeTag<T>) { return native_entry_of<T>(op, launch); });
}

namespace {

/// The addresses of a native entry's arguments, in the order of its parameters.
std::vector<void*> native_arguments(KernelArguments& arguments, const KernelFacts& entry) {
  std::vector<void*> addresses;
  for (unsigned i = 0; i < inputs_of(entry); ++i) addresses.push_back(&arguments.inputs[i]);
  for (unsigned i = 0; i < entry.outputs; ++i) addresses.push_back(&arguments.outputs[i]);
  auto& sizes = arguments.sizes;
  switch (facts_of(entry.workload).shape) {
    case Shape::product:
      addresses.insert(addresses.end(), {&sizes.rows, &sizes.inner, &sizes.columns});
      break;
    case Shape::matrix:
      addresses.insert(addresses.end(), {&sizes.rows, &sizes.columns, &sizes.coarse_factor});
      break;
    case Shape::vector:
      addresses.push_back(&sizes.n);
      if (entry.takes_digit) addresses.push_back(&sizes.first_bit);
      addresses.push_back(&sizes.coarse_factor);  // unused where it is known
      break;
  }
  return addresses;
}

}  // namespace

void launch_native(const void* entry, const LaunchConfig& launch, ElementType type, KernelArguments arguments,
                   cudaStream_t stream) {
  launch_grid(entry, launch, type, native_arguments(arguments, entry_info(launch.entry)).data(), stream);
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
