// Kernels whose launch shape follows from N keep following it in the window, until the user chooses another shape.
#pragma once

#include "viz/model/view_state.h"

namespace lanescope {

/// Chooses the shapes in `after` that are the kernels' own choice: for a new kernel, and for one that had its own
/// shape in `before`, if N, type or blockDim changed. A kernel that replaces such a kernel gets the default shape.
void keep_own_shapes(const Variants& before, Variants& after);

/// What small launches settled of a user's kernel is settled anew where its launch has changed.
void settle_anew(const Variants& before, Variants& after);

}  // namespace lanescope
