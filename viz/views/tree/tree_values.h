// What the nodes of a tree show besides their values: how far rounding has taken each, and in which colour.
#pragma once

#include <memory>

#include "engine/analysis/tree_rounding.h"
#include "viz/kit/palette.h"

namespace lanescope {

/// The rounding of a tree, remembered while that tree lives; the last few are kept for each thread.
std::shared_ptr<const TreeRounding> rounding_of(const std::shared_ptr<const CombineTree>& tree, ElementType type);

/// 0 where a node is exact, to 1 for the largest error of the tree; three powers of ten lie in between.
float share_of_largest(const TreeRounding& rounding, double error);

/// From grey, exact, to the colour of faults.
Color rounding_color(const TreeRounding& rounding, double error, const Palette& colors);

}  // namespace lanescope
