// Describes the step, and what is under the pointer, in words.
#pragma once

#include <string>

#include "engine/session.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// "step 4 of 11 · stride 8 · 128 of 1024 threads active · 32 divergent warps". The step is the last one done
/// (`state.position`); the final combine has words of its own and is not among the 11.
std::string step_sentence(const Run& run, const VariantView& state);

/// Of a matrix product's row: "the tile of M", "k = 7".
std::string tile_words(const LaunchConfig& launch, std::uint32_t step);

/// Describes what is under the pointer, for a tooltip: names, mask and meaning, in one or more lines. Empty for an
/// empty focus.
std::string focus_sentence(const Run& run, const Focus& focus);

}  // namespace lanescope
