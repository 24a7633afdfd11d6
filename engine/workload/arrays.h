// The arrays of a launch: where they lie, what a sequential program computes from them, and how far an output is
// from that.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/progress.h"
#include "engine/workload/launch_config.h"
#include "engine/workload/ops.h"
#include "kernels/workloads.h"

namespace lanescope {

struct ArraySizes;

/// Where an array begins, in elements from the start of the memory that holds all input, and how many it has.
struct ArrayPart {
  std::uint64_t begin = 0, size = 0;
};

/// Several inputs lie in one piece of memory, each from a multiple of 256 bytes on, as if it were allocated alone.
struct ArrayLayout {
  std::vector<ArrayPart> inputs;
  std::uint64_t output = 0;         ///< elements of the output array; of a reduction 0, as blocks decide
  std::uint64_t second_output = 0;  ///< of what a launch stores besides; 0 where that is nothing

  std::uint64_t input_elements() const;  ///< from the first array's start to the last one's end
  std::uint64_t input_values() const;    ///< of them those that belong to an array
};
ArrayLayout layout_of(const ArraySizes& sizes, unsigned element_bytes);
/// Of one launch; where a run takes several, its inputs need not lie in the run's input.
ArrayLayout arrays_of(const LaunchConfig& launch, unsigned element_bytes);

/// The sizes that a kernel is given for a launch.
KernelSizes sizes_of(const LaunchConfig& launch);

/// The output that a sequential program computes, in a wider type.
struct ArrayReference {
  std::vector<double> values;
  /// The scale of an element's rounding error: at least the magnitude of what is added up in it.
  std::vector<double> magnitudes;
  double sum = 0;        ///< of the values
  double roundings = 0;  ///< on the longest way to an element
};
/// Computed on all cores: float32 in double, float64 in long double, and without any rounding where terms cancel;
/// int32 exact and wrapped to 32 bits. Throws Cancelled.
ArrayReference array_reference(const LaunchConfig& launch, const Values& input, Progress& progress);

/// The sum of an output's elements, rounded once: what a run of an array-valued workload shows as its result.
double checksum(const Values& output);

/// An output beside its reference.
struct ArrayError {
  double largest = 0;    ///< of any element, relative to its magnitude; NaN where an element is no number
  std::uint64_t at = 0;  ///< that element
};
ArrayError array_error(const Values& output, const ArrayReference& reference);

}  // namespace lanescope
