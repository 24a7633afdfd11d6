// How far rounding has taken each partial sum of a block from the exact one, and how far it may.
#pragma once

#include <vector>

#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"

namespace lanescope {

/// Nodes are numbered as in the tree: leaves first. All in units of the values.
struct TreeRounding {
  std::vector<double> errors;  ///< |value of the node - exact sum of its leaves|; of a leaf 0
  std::vector<double>
      bounds;          ///< ((1 + u)^d - 1) times the sum of |x| of its leaves, d additions on the longest way to it
  double largest = 0;  ///< of the errors

  bool exact() const { return largest == 0; }
};

/// Whether a partial result of this run can be rounded: sums of floats, whose exact value is a sum of the leaves.
bool has_rounding(Op op, ElementType type);

/// Of a tree of sums of float32 or float64. Exact sums are carried as two doubles, so that those of float64, too,
/// are better than what they judge.
TreeRounding tree_rounding(const CombineTree& tree, ElementType type);

}  // namespace lanescope
