// Text of a .cu file made fit for the host's compiler: launches written <<<>>> become calls, and functions of the
// host alone can be left out. Every line stays in its place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// `k<T><<<grid, block>>>(a)` becomes a call of engine/source/device/lanescope_host.hpp with a function that calls
/// k.
std::string with_calls_for_launches(std::string_view source);

/// Kernels say when a thread comes to their last brace, which tells one that returned from one that went past a
/// barrier.
std::string with_end_marks(std::string_view source);

/// Without the bodies of functions that only the host has: those marked neither __global__ nor __device__ nor
/// constexpr. A member function stays.
std::string without_host_functions(std::string_view source);

/// The names in `#include "name"`, in their order; `<name>` too if `with_angles`.
std::vector<std::string> included_names(std::string_view source, bool with_angles);

/// Whether it has a function main().
bool has_main(std::string_view source);

}  // namespace lanescope
