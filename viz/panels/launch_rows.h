// Rows of the launch that are no numbers on a track.
#pragma once

#include "viz/panels/panels.h"

namespace lanescope {

/// Why there is no launch to choose; null if there is.
const char* no_launch(const KernelInfo& info);
/// How reductions combine the results of blocks.
void combining_row(const Model& model, const Ui& ui);
/// Which block the pictures show.
void block_row(const Model& model, const Ui& ui);

}  // namespace lanescope
