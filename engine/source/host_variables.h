// Variables of a text that only the host has.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace lanescope {

/// Their names: declared outside of functions and classes, and neither marked (__device__, __constant__,
/// __managed__, a macro in capitals that may stand for one) nor constexpr.
std::set<std::string> host_variables(std::string_view source);

struct HostArrayUse {
  std::string array, caller;
  unsigned line = 0;
};

/// The first element of a constant array of the host that a kernel, or a function that is __device__ alone, reads: the
/// host's compiler takes it for a constant, and nvcc refuses it.
std::optional<HostArrayUse> host_array_use_in(std::string_view source, std::string_view headers);

}  // namespace lanescope
