// Launches that are quick and have small, clear pictures.
#pragma once

#include <optional>

#include "viz/model/view_state.h"

namespace lanescope {

/// N of the first launch of a workload: matrices are 64 wide.
std::uint64_t first_n(Workload workload);

/// The same variants on little data, if one of them would keep the emulator busy for more than a second or two;
/// nothing otherwise.
std::optional<Variants> quick_variants(const Variants& variants);

}  // namespace lanescope
