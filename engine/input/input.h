// The input array of a run, made from a seed or read from a file, and the reference result of its reduction.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "engine/request/ops.h"
#include "engine/base/progress.h"
#include "engine/request/request.h"

namespace lanescope {

/// `n` elements of the request's type; of a workload with several input arrays all of them (workload.h).
using Input = Values;

/// Generates or reads the input. Element i of a generated input depends on kind, seed and i alone, so every
/// back end and every machine sees the same array. Throws Error(usage) where a file is missing, cut short,
/// malformed, of another type, holds fewer than `n` elements, or a value that is not finite.
Input make_input(const RunRequest& request, Progress& progress);

/// Number of elements of `path`, for commands that take the whole file. Throws like make_input.
std::uint64_t count_elements(const std::string& path, ElementType type);

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
Reference reference_result(const Input& input, Op op, Progress& progress);
inline Reference reference_result(const Input& input, Op op) {
  Progress progress;
  return reference_result(input, op, progress);
}

}  // namespace lanescope
