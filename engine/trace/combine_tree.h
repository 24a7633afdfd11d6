// Who combined what in one block: every operation as a node over the two values it combined, in the order of
// execution. It follows the values themselves through registers, shared memory and shuffles.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// An operand that is not a node: the identity, which replaces elements beyond N.
inline constexpr std::uint32_t kIdentityNode = 0xffffffffu;

struct CombineTree {
  /// Nodes 0 .. leaf_values.size()-1 are the block's elements, and the partial sums that it reads; node leaves + k
  /// is operation k.
  struct Operation {
    std::uint32_t left = kIdentityNode;   ///< node of the first operand: the partial sum so far
    std::uint32_t right = kIdentityNode;  ///< node of the value that is combined into it
    std::uint32_t step = 0;
    std::uint32_t thread = 0;
    double value = 0;  ///< after the operation, in the kernel's precision; of a point the distance from the origin
  };
  std::uint64_t block = 0;
  std::vector<std::uint64_t>
      leaf_elements;  ///< index in the input of each leaf, rising; of a partial sum its block
  std::vector<double> leaf_values;
  std::uint32_t partial_sums = 0;  ///< this many leaves, the last ones, are what other blocks stored
  std::vector<Operation> operations;
  std::uint32_t root = kIdentityNode;  ///< node of the block's partial result

  std::uint32_t leaves() const { return static_cast<std::uint32_t>(leaf_values.size()); }
};

}  // namespace lanescope
