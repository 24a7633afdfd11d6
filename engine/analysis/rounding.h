// How far rounding may take a sum from the exact one. An addition of floats is off by at most the unit roundoff u,
// as a fraction of its result. An element passes through as many additions as lie on its way to the result, so a
// sum whose longest way has d additions is off by at most ((1 + u)^d - 1) times the sum of |x|: a tree of log2 N
// levels is far better than a loop of N - 1. Adding to the identity is exact and does not count.
#pragma once

#include "engine/request/catalogue.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"

namespace lanescope {

/// Additions on the longest way from an element to the result, over every launch: in a thread's register, through
/// the block's tree or serial tail, and through whatever makes one of the blocks: again a tree where the last block
/// does. Atomic updates come in any order, so each may be last in a queue of all. Never less than the true depth;
/// what is not known (a library's order) counts as a loop over all N.
double addition_depth(const KernelInfo& kernel, const LaunchConfig& launch, unsigned element_bytes);

/// (1 + unit_roundoff)^additions - 1.
double rounding_growth(double additions, double unit_roundoff);

/// Operations on the longest way from a leaf to the root, without those that combine with an identity. 0 for a tree
/// without operations.
unsigned depth_of(const CombineTree& tree);

}  // namespace lanescope
