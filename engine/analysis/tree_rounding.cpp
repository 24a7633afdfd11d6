#include "engine/analysis/tree_rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/analysis/rounding.h"

namespace lanescope {
namespace {

/// A number as high + low, with twice the digits of a double.
struct TwoDoubles {
  double high = 0, low = 0;
};

/// Knuth's two-sum: the rounded sum and its exact error.
TwoDoubles two_sum(double a, double b) {
  const double sum = a + b, from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

TwoDoubles operator+(const TwoDoubles& a, const TwoDoubles& b) {
  const TwoDoubles sum = two_sum(a.high, b.high);
  return two_sum(sum.high, sum.low + a.low + b.low);
}

struct Node {
  TwoDoubles exact;
  double magnitude = 0;  ///< sum of |x| of its leaves
  unsigned depth = 0;    ///< additions on the longest way from a leaf, without those to an identity
  bool identity = false;
};

}  // namespace

bool has_rounding(Op op, ElementType type) {
  return op == Op::sum && (type == ElementType::float32 || type == ElementType::float64);
}

TreeRounding tree_rounding(const CombineTree& tree, ElementType type) {
  const double unit_roundoff = type == ElementType::float32 ? std::numeric_limits<float>::epsilon() / 2.0
                                                            : std::numeric_limits<double>::epsilon() / 2;
  std::vector<Node> nodes;
  nodes.reserve(tree.leaves() + tree.operations.size());
  for (const double value : tree.leaf_values) nodes.push_back({{value, 0}, std::abs(value), 0, false});
  Node identity;
  identity.identity = true;
  const auto node = [&](std::uint32_t number) -> const Node& {
    return number == kIdentityNode ? identity : nodes[number];
  };
  TreeRounding rounding;
  rounding.errors.assign(tree.leaves(), 0);
  rounding.bounds.assign(tree.leaves(), 0);
  for (const auto& operation : tree.operations) {
    const Node& left = node(operation.left);
    const Node& right = node(operation.right);
    const bool rounds = !left.identity && !right.identity;
    nodes.push_back({left.exact + right.exact, left.magnitude + right.magnitude,
                     std::max(left.depth, right.depth) + rounds, left.identity && right.identity});
    const Node& sum = nodes.back();
    const TwoDoubles off = two_sum(operation.value, -sum.exact.high);
    rounding.errors.push_back(std::abs(off.high + (off.low - sum.exact.low)));
    rounding.bounds.push_back(rounding_growth(sum.depth, unit_roundoff) * sum.magnitude);
    rounding.largest = std::max(rounding.largest, rounding.errors.back());
  }
  return rounding;
}

}  // namespace lanescope
