// Functions of the host that launch kernels, in a .cu file without a main(): what its author would call.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/scan.h"

namespace lanescope {

/// Those with <<<>>> in their bodies, or in what they call, which no other function of the file calls; no
/// overloaded ones or members of classes, which cannot be named alone. In their order.
std::vector<ScannedKernel> scan_launchers(std::string_view source);

/// The one of that name, with or without template arguments, also one that others call.
std::optional<ScannedKernel> launcher_named(std::string_view source, const std::string& name);

/// The one that is meant by a name behind the file's, or by none: that of a file without a main() that has one
/// alone, and, if `beside_one_kernel` is false, several kernels; of a template, if the file says of which
/// arguments. Empty: a kernel is meant.
std::string meant_launcher(std::string_view source, const std::string& name, bool beside_one_kernel);

}  // namespace lanescope
