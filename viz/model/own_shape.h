// Kernels whose launch shape follows from N go on following it in the window, until the user chooses another.
#pragma once

#include "viz/model/view_state.h"

namespace lanescope {

/// Chooses the shapes in `after` that are the kernels' own choice: of a kernel that is new there, and of one that
/// had its own shape in `before`, where N, the type or blockDim became another. What another kernel takes over from
/// such a one goes back to the default.
void keep_own_shapes(const Variants& before, Variants& after);

}  // namespace lanescope
