// The input array of a run, made from a seed or read from a file.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/workload/ops.h"

namespace lanescope {

/// `n` elements of the request's type; for a workload with several input arrays, all of them (workload.h).
using Input = Values;

/// Generates or reads the input. Element i of a generated input depends on kind, seed and i alone, so every back
/// end and every machine sees the same array. Throws Error(usage) if a file is missing, cut short, malformed or of
/// another type, has fewer than `n` elements, or has a value that is not finite.
Input make_input(const RunRequest& request, Progress& progress);

/// Element i of a generated input, of type int32, float, double or Point.
template <class T>
T generated_element(const InputSpec& spec, std::uint64_t index);

/// Number of elements of `path`, for commands that take the whole file. Throws like make_input.
std::uint64_t count_elements(const std::string& path, ElementType type);

}  // namespace lanescope
