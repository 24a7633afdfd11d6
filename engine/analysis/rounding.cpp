#include "engine/analysis/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "engine/request/launch_sequence.h"

namespace lanescope {
namespace {

/// Additions of a loop that reduces `values` values to one.
double loop_depth(double values) {
  return std::max(0.0, values - 1);
}

/// Additions with which a block reduces the values of its threads to one.
double tail_depth(const KernelInfo& kernel, unsigned block_dim) {
  const unsigned width = std::min(block_dim, kWarpSize);
  switch (kernel.tail) {
    case BlockTail::none:
      return 0;
    case BlockTail::serial:
      return loop_depth(block_dim);
    case BlockTail::warps:
      return std::bit_width(width) - 1 + loop_depth(block_dim / width);
    default:
      return std::bit_width(block_dim) - 1;
  }
}

/// The additions of one thread: one element of the rest, then tile after tile, with pairs inside each vector and
/// one vector after another.
double vectorized_thread_depth(const LaunchConfig& launch, double threads, unsigned element_bytes) {
  const unsigned length = kVectorBytes / element_bytes;
  const double tiles = std::ceil(static_cast<double>(launch.n) / (kLoadsInFlight * length * threads));
  return 1 + std::bit_width(length) - 1 + loop_depth(kLoadsInFlight * tiles + 1);
}

double block_depth(const KernelInfo& kernel, const LaunchConfig& launch, unsigned element_bytes) {
  const double threads = static_cast<double>(launch.grid_dim) * launch.block_dim;
  const double tail = tail_depth(kernel, launch.block_dim);
  if (kernel.vectorized) return vectorized_thread_depth(launch, threads, element_bytes) + tail;
  const double elements_a_thread = launch.elements_per_block > 0
                                       ? launch.elements_per_block / launch.block_dim
                                       : std::ceil(static_cast<double>(launch.n) / threads);
  return loop_depth(elements_a_thread) + tail;
}

/// The last block reduces the values of all blocks: each thread its share, and then the block as before. If blocks
/// publish their results, its first thread starts with the block's own value.
double last_block_depth(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (launch.grid_dim == 1) return 0;
  const double own = kernel.vectorized ? 1 : 0;
  const double share = std::ceil((static_cast<double>(launch.grid_dim) - own) / launch.block_dim);
  return loop_depth(share + own) + tail_depth(kernel, launch.block_dim);
}

}  // namespace

double addition_depth(const KernelInfo& kernel, const LaunchConfig& launch, unsigned element_bytes) {
  if (!kernel.traced()) return loop_depth(static_cast<double>(launch.n));
  if (launch.grid_dim == 0) return 0;
  const double own = block_depth(kernel, launch, element_bytes);
  if (launch.combining == Combining::relaunch) {
    const auto next = next_launch(launch);
    return next ? own + addition_depth(kernel, *next, element_bytes) : own;
  }
  if (launch.combining == Combining::last_block) return own + last_block_depth(kernel, launch);
  return own +
         loop_depth(static_cast<double>(launch.grid_dim) * (kernel.tail == BlockTail::none ? launch.block_dim : 1));
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
