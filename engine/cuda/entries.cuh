// The compiled entry points of every kernel, found by name.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "engine/request/request.h"
#include "kernels/workloads.h"

namespace lanescope {

/// What a kernel is given, whatever it computes.
struct KernelArguments {
  void* inputs[3];
  void* outputs[2];
  KernelSizes sizes;
};

/// Of the launch's entry: void(T* input, ..., T* output, ..., its sizes). Null where it does not run on a GPU, or
/// its blocks cannot be combined as the launch says.
const void* native_entry(Op op, ElementType type, const LaunchConfig& launch);

struct RecordingEntries {
  const void* record = nullptr;  ///< (KernelArguments, Op, RecordingTables), in a row of blocks of a row of threads
  const void* record_steps = nullptr;  ///< the same without accesses
  const void* place = nullptr;         ///< (KernelArguments, Op, PlacementTable), in the shape of the native launch
};
RecordingEntries recording_entries(ElementType type, const LaunchConfig& launch);

/// Launches the whole grid of a native entry.
void launch_native(const void* entry, const LaunchConfig& launch, ElementType type, KernelArguments arguments,
                   cudaStream_t stream = nullptr);

/// Launches an entry in blocks of `launch`, all in a row. `arguments` are the addresses of its arguments, in order.
void launch_row(const void* entry, const LaunchConfig& launch, ElementType type, std::uint64_t grid_dim,
                void** arguments, cudaStream_t stream = nullptr);

/// Launches the whole grid in its own shape: a square of threads a block, where the launch has tiles.
void launch_grid(const void* entry, const LaunchConfig& launch, ElementType type, void** arguments,
                 cudaStream_t stream = nullptr);

}  // namespace lanescope
