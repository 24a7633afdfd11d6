#include "engine/analysis/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace lanescope {
namespace {

/// Of a loop that makes one of `values`.
double loop_depth(double values) { return std::max(0.0, values - 1); }

/// Whether the threads of a block make one value of theirs before the output is touched.
bool shares(const KernelInfo& kernel) {
  return kernel.shared_per_thread > 0 || kernel.shared_per_block > 0 || kernel.destroys_input;
}

/// One element of the rest, then tile after tile: pairs inside each vector, and vector after vector. Then the tree of a
/// warp's shuffles, and warp after warp.
double vectorized_depth(const LaunchConfig& launch, double threads) {
  constexpr double kTile = kLoadsInFlight * kVectorBytes / 4, kPairs = 2;
  const double tiles = std::ceil(static_cast<double>(launch.n) / (kTile * threads));
  const unsigned width = std::min(launch.block_dim, kWarpSize);
  return 1 + kPairs + loop_depth(kLoadsInFlight * tiles + 1) + std::bit_width(width) - 1 +
         loop_depth(launch.block_dim / width);
}

double block_depth(const KernelInfo& kernel, const LaunchConfig& launch) {
  const double threads = static_cast<double>(launch.grid_dim) * launch.block_dim;
  if (kernel.vectorized) return vectorized_depth(launch, threads);
  const double elements_a_thread = launch.elements_per_block > 0
                                       ? launch.elements_per_block / launch.block_dim
                                       : std::ceil(static_cast<double>(launch.n) / threads);
  double tail = 0;
  if (shares(kernel)) tail = kernel.serial_tail ? loop_depth(launch.block_dim) : std::bit_width(launch.block_dim) - 1;
  return loop_depth(elements_a_thread) + tail;
}

}  // namespace

double addition_depth(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (!kernel.traced()) return loop_depth(static_cast<double>(launch.n));
  if (launch.grid_dim == 0) return 0;
  const double own = block_depth(kernel, launch);
  if (launch.combining == Combining::relaunch) {
    const auto next = next_launch(kernel, launch);
    return next ? own + addition_depth(kernel, *next) : own;
  }
  return own + loop_depth(static_cast<double>(launch.grid_dim) * (shares(kernel) ? 1 : launch.block_dim));
}

double rounding_growth(double additions, double unit_roundoff) {
  return std::expm1(additions * std::log1p(unit_roundoff));
}

unsigned depth_of(const CombineTree& tree) {
  struct Node {
    unsigned depth = 0;
    bool identity = false;
  };
  std::vector<Node> nodes(tree.leaves());
  const auto node = [&](std::uint32_t number) { return number == kIdentityNode ? Node{0, true} : nodes[number]; };
  for (const auto& operation : tree.operations) {
    const Node left = node(operation.left), right = node(operation.right);
    const bool rounds = !left.identity && !right.identity;
    nodes.push_back({std::max(left.depth, right.depth) + rounds, left.identity && right.identity});
  }
  return node(tree.root).depth;
}

}  // namespace lanescope
