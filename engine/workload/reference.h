// The sequential reduction that every kernel's result is compared with.
#pragma once

#include <optional>

#include "engine/base/point.h"
#include "engine/base/progress.h"
#include "engine/workload/ops.h"

namespace lanescope {

/// The sequential reduction. A sum of floats is the exact one rounded once (engine/base/exact_sum.h); a product is
/// computed in double for float32 and in long double for float64; int32 is exact, wrapped to 32 bits as the GPU
/// wraps.
struct Reference {
  double value = 0;
  std::optional<Point> point;  ///< the farthest one; `value` is its distance from the origin
  double magnitude_sum = 0;    ///< of a sum: sum of |x|, which rounding bounds are made of
  bool overflowed = false;     ///< the exact result does not fit; for int32 `value` is its lowest 32 bits
  bool underflowed = false;    ///< the exact product is not 0, and smaller than any normal number of the type
};
/// The same on any number of cores. Throws Cancelled.
Reference reference_result(const Values& input, Op op, Progress& progress);
inline Reference reference_result(const Values& input, Op op) {
  Progress progress;
  return reference_result(input, op, progress);
}

}  // namespace lanescope
