// Input and output of a run on the GPU, and their restoration before each launch.
#pragma once

#include <cstddef>

#include "engine/core/input.h"
#include "engine/cuda/device_buffer.cuh"

namespace lanescope {

class DeviceArrays {
 public:
  /// Copies the input to the GPU, twice where a launch destroys it. Throws Error(failed) where it does not fit.
  DeviceArrays(const Input& input, Op op, bool destroys_input);

  /// Queues the restoration of a destroyed input, and the output's preset to the identity.
  void restore();

  void* input() const { return input_.data(); }
  void* output() const { return output_.data(); }

  /// The output, after all that was queued before.
  double value() const;

 private:
  ElementType type_;
  DeviceBuffer<std::byte> input_;
  DeviceBuffer<std::byte> pristine_;  // empty where nothing destroys the input
  DeviceBuffer<std::byte> output_;
  DeviceBuffer<std::byte> identity_;
};

}  // namespace lanescope
