// Who combined what in a block of a kernel that says nothing of it: found from what its threads read, gave each
// other and wrote. A value that a thread stores, gives away or adds to memory must be one that it has seen, or
// those that it has seen since, combined by the operator one after another, to the last bit.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/sentence.h"
#include "engine/trace/block_values.h"
#include "engine/trace/combine_tree.h"
#include "engine/workload/elements.h"

namespace lanescope {

/// What a row of the block's history turns out to be part of.
struct FoundRow {
  Phase phase = Phase::line;
  std::uint32_t stride = 0;  ///< elements or lanes apart, where that is the same for all who combine; else 0
};

struct ValueTree {
  std::optional<CombineTree> tree = {};
  std::vector<FoundRow> rows = {};  ///< of the history, where there is a tree
  Sentence why_none = {};           ///< where there is none
};

/// `history`: of the block; the values' steps are its rows. What a thread combines belongs to the row in which it
/// got the later operand. Elements beyond N, and memory that the block found at the identity, are no nodes.
ValueTree tree_of_values(const BlockValues& values, const History& history, const LaunchConfig& launch, Op op,
                         ElementType type);

/// Names the rows of all blocks as those of `block` were found: the n-th row of a line is the same for all.
void name_rows(Trace& trace, std::uint64_t block, const std::vector<FoundRow>& rows);

}  // namespace lanescope
