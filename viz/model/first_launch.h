// Launches that are quick and have pictures with room to spare.
#pragma once

#include <optional>

#include "viz/model/view_state.h"

namespace lanescope {

/// N of the first launch of a workload: matrices are 64 wide.
std::uint64_t first_n(Workload workload);

/// The same variants on little data, where one of them would keep the emulator busy for more than a second or two;
/// nothing where none would.
std::optional<Variants> quick_instead(const Variants& variants);

}  // namespace lanescope
