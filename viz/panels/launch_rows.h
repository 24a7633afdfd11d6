// Rows of the launch that are no numbers on a track.
#pragma once

#include <string>

#include "viz/panels/panels.h"

namespace lanescope {

/// Why there is no launch to choose; null if there is.
const char* no_launch(const KernelInfo& info);
/// Why a kernel whose grid is one block has nothing to combine, and no more blocks; empty of others.
std::string single_block_words(const KernelInfo& info, const RunRequest& request);
/// How reductions combine the results of blocks.
void combining_row(const Model& model, const Ui& ui);
/// Which block the pictures show. `covered`: of how many is not told.
void block_row(const Model& model, const Ui& ui, bool covered);

}  // namespace lanescope
