// How far rounding can take a sum from the exact one. An addition of floats is off by at most the unit roundoff u,
// as a fraction of its result. An element passes through all additions on its way to the result, so a sum whose
// longest way has d additions is off by at most ((1 + u)^d - 1) times the sum of |x|: a tree of log2 N levels is
// far better than a loop of N - 1. Adding to the identity is exact and does not count.
#pragma once

#include "engine/request/catalogue.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"

namespace lanescope {

/// Additions on the longest way from an element to the result, over every launch: in a thread's register, through
/// the block's tree or serial tail, and through whatever combines the blocks (again a tree if the last block does
/// it). Atomic updates come in any order, so any of them may be the last of a queue. Never less than the true
/// depth; an unknown order (a library's) counts as a loop over all N.
double addition_depth(const KernelInfo& kernel, const LaunchConfig& launch, unsigned element_bytes);

/// (1 + unit_roundoff)^additions - 1.
double rounding_growth(double additions, double unit_roundoff);

/// The depth of a tree: operations on the longest way from a leaf to the root, not counting those that combine
/// with an identity.
unsigned depth_of(const CombineTree& tree);

}  // namespace lanescope
