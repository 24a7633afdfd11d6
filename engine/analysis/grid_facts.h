// What each block of a grid has to do with the others: where its part of the input starts, and how often it updates
// the output. Facts of a launch and its trace.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/combine_tree.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// Elements `begin` to `end` - 1 of the input.
struct ElementSpan {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t size() const { return end - begin; }
  bool operator==(const ElementSpan&) const = default;
};

/// The segment of a block. Nothing where blocks take elements until none is left: there no formula for all kernels
/// says which.
std::optional<ElementSpan> segment_of(const LaunchConfig& launch, std::uint64_t block);

/// Whether the block has a segment, and it is shorter than those of the others.
bool is_ragged_segment(const LaunchConfig& launch, std::uint64_t block);

/// The pieces of the input that the tree's block read, in order: each without a gap, as long as possible.
std::vector<ElementSpan> pieces_of(const CombineTree& tree);

/// Atomic updates of global memory, a lane each: of a block, and of all. Lanes that update one address take turns.
std::uint64_t atomic_updates(const Trace& trace, std::uint64_t block);
std::uint64_t atomic_updates(const Trace& trace);
/// Whether each block makes just one.
bool updates_once_a_block(const Trace& trace);

}  // namespace lanescope
