// What a run needs on the GPU: the input, an output for every launch, and what restores them before a repeat.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/core/input.h"
#include "engine/core/progress.h"
#include "engine/cuda/device_buffer.cuh"
#include "engine/cuda/entries.cuh"

namespace lanescope {

/// One launch of the kernel. A second one reduces the partial sums of the first, and so on.
struct Pass {
  LaunchConfig launch;
  void* input = nullptr;
  void* output = nullptr;  ///< one element, or one a block where blocks store partial sums; or the output array
};

/// The arrays of a workload whose result is one, and its sizes.
ArrayArguments array_arguments(const Pass& pass, ElementType type);

/// An input that is on the GPU already. `pristine` is an intact copy, for launches that destroy `data`.
struct DeviceInput {
  std::byte* data = nullptr;
  const std::byte* pristine = nullptr;
};

class DeviceArrays {
 public:
  /// Copies the input to the GPU, with room for it twice where a launch destroys it. Throws Error(failed) where it
  /// does not fit, or Cancelled.
  DeviceArrays(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress);

  /// Takes an input that somebody else owns, who must keep it as long. The first restore() fills `data` where there
  /// is a pristine copy.
  DeviceArrays(const RunRequest& request, const LaunchConfig& launch, const DeviceInput& input);

  const std::vector<Pass>& passes() const { return passes_; }

  /// Queues the restoration of a destroyed input, and the preset of an output that is updated.
  void restore();

  /// Queues the copy of the partial sums that the host is to combine; nothing where it has none.
  void fetch_partial_sums();

  /// Once the queued work is done, and after fetch_partial_sums.
  Reduced result() const;

  bool host_combines() const { return partial_sums_.data() != nullptr; }

 private:
  void allocate_outputs(const RunRequest& request, const LaunchConfig& launch);

  template <class T>
  T combined() const;
  template <class T>
  Reduced output_array() const;

  Op op_;
  ElementType type_;
  DeviceBuffer<std::byte> owned_input_, owned_pristine_;  // the second is empty where nothing destroys the input
  DeviceInput input_;
  std::size_t input_bytes_;
  DeviceBuffer<std::byte> identity_;
  std::vector<DeviceBuffer<std::byte>> outputs_;  // of each pass
  PinnedBuffer partial_sums_;                     // empty where the host combines nothing
  std::vector<Pass> passes_;
};

}  // namespace lanescope
