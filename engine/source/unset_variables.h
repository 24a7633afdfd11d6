// Variables of a kernel's own that may have no value where they are used, by the compiler's warnings.
#pragma once

#include <string>
#include <vector>

#include "engine/request/own_kernel.h"

namespace lanescope {

/// `output`: what the compiler said of the kernel's file. Those of the kernel and of what it may call; of a program
/// those of all functions of the device. Where the compiler is not sure, only what grows from its own value, as a
/// sum does, and what nothing sets.
std::vector<UnsetVariable> unset_variables_in(const std::string& output, const OwnKernel& kernel);

}  // namespace lanescope
