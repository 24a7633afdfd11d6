// How far rounding has taken each partial sum of a block from the exact one, and how far it could.
#pragma once

#include <vector>

#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"

namespace lanescope {

/// Nodes are numbered as in the tree: leaves first. All in units of the values.
struct TreeRounding {
  std::vector<double> errors;  ///< |value of the node - exact sum of its leaves|; of a leaf 0
  std::vector<double>
      /// ((1 + u)^d - 1) times the sum of |x| of its leaves, d: additions on the longest way to it
      bounds;
  double largest = 0;  ///< of the errors

  bool exact() const { return largest == 0; }
};

/// Whether partial results of such a run are rounded and have an exact value to compare with: sums of floats do.
bool has_rounding(Op op, ElementType type);

/// For a tree of sums of float32 or float64. Exact sums are carried as two doubles, so they are more precise than
/// what they judge, also for float64.
TreeRounding tree_rounding(const CombineTree& tree, ElementType type);

}  // namespace lanescope
