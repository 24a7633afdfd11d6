// What a compiled kernel says of its parameters: the bytes of lanescope_signature in engine/source/device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/request/own_kernel.h"

namespace lanescope {

/// `names`: of the parameters, from the source; they are used where they are as many. `fields`: of each that is a
/// struct, in which order the signature has them. Throws Error(failed) for other bytes.
std::vector<OwnParameter> parameters_of(std::string_view signature, const std::vector<std::string>& names,
                                        const std::vector<std::vector<std::string>>& fields = {});

}  // namespace lanescope
