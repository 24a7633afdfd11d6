// What a run needs on the GPU: the input, an output for every launch, what restores the input before a repeat, and
// the parts of a result that are no kernel: the preset of its output, and what the host adds up.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/base/progress.h"
#include "engine/cuda/device_buffer.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/input/input.h"

namespace lanescope {

/// One launch of a run, and its arrays. The output of a reduction is one element, or one a block where blocks store
/// partial sums, which a second launch reduces, and so on.
struct Pass {
  LaunchConfig launch;
  std::vector<void*> inputs, outputs;
  std::vector<unsigned> buffers;  ///< of the plan, in which these arrays lie, but for the run's input
};

/// What the entry of a pass is given.
KernelArguments arguments_of(const Pass& pass);

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

  /// A buffer of the plan besides the input; the first of them is 1.
  const DeviceBuffer<std::byte>& buffer(unsigned number) const { return buffers_[number - 1]; }

  /// Queues the restoration of a destroyed input, which no time holds: a result takes the input once.
  void restore();

  /// Queues the preset of an output that the kernel updates, part of every result; nothing where it updates none.
  void preset(cudaStream_t stream = nullptr) const;

  /// Queues the copy of the partial sums and the host's sum of them; nothing where the GPU does it all. The arrays
  /// must stay where they are until that is done.
  void combine_on_host(cudaStream_t stream = nullptr);

  /// Once the queued work is done, and after combine_on_host.
  Reduced result() const;

  /// Whether a result takes more than its kernels.
  bool has_other_parts() const { return presets_ || host_combines(); }

  bool host_combines() const { return partial_sums_.data() != nullptr; }

 private:
  void allocate_outputs(const RunRequest& request, const LaunchConfig& launch);
  void add_partial_sums();

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
  std::vector<DeviceBuffer<std::byte>> buffers_;  // of the plan, but for the input
  PinnedBuffer partial_sums_;                     // empty where the host combines nothing
  std::array<std::byte, 16> sum_on_host_{};       // of them; an element has at most so many bytes
  bool presets_ = false;                          // the output
  std::vector<Pass> passes_;
};

}  // namespace lanescope
