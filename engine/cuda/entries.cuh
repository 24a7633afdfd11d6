// The compiled entry points of every kernel of the ladder, found by name.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "engine/request/request.h"
#include "kernels/call.h"

namespace lanescope {

/// void(T* input, T* output, size_t n, unsigned coarse_factor). Null where the kernel does not run on a GPU, or its
/// blocks cannot be combined as the launch says.
const void* native_entry(const std::string& kernel, Op op, ElementType type, const LaunchConfig& launch);

/// The same of a workload whose result is an array: void(T* input, ..., T* output, its sizes).
const void* native_array_entry(const std::string& kernel, ElementType type, const LaunchConfig& launch);

/// The arguments of a recording entry of such a workload.
struct ArrayArguments {
  void* inputs[3];
  void* output;
  KernelSizes sizes;
};

struct RecordingEntries {
  const void* record = nullptr;  ///< (..., Op op, RecordingTables tables): the native arguments, and these
  const void* place = nullptr;   ///< (..., Op op, PlacementTable table)
};
RecordingEntries recording_entries(const std::string& kernel, ElementType type);
/// record: (ArrayArguments, RecordingTables), in a row of blocks of a row of threads; place: (ArrayArguments,
/// PlacementTable), in the shape of the native launch.
RecordingEntries recording_array_entries(const std::string& kernel, ElementType type, unsigned coarse_factor);

/// Launches an entry in blocks of `launch`, for elements of `type`. `arguments` are the addresses of its arguments,
/// in order.
void launch_entry(const void* entry, const LaunchConfig& launch, ElementType type, std::uint64_t grid_dim,
                  void** arguments, cudaStream_t stream = nullptr);

/// Launches the whole grid in its own shape: a square of threads a block, where the launch has tiles.
void launch_grid(const void* entry, const LaunchConfig& launch, ElementType type, void** arguments,
                 cudaStream_t stream = nullptr);

}  // namespace lanescope
