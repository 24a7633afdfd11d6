// Which part of a tree is drawn where not all of it fits: one subtree whole, and on its way to the result every
// partner as a folded subtree, so that each drawn operation has both its operands.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

class TreeLayout;

/// What fits: `room` columns in all, and at most `most` elements drawn whole. `opened` is one of those.
struct FoldRequest {
  std::uint32_t room = 8, most = 8, opened = 0;
  bool operator==(const FoldRequest&) const = default;
};

/// A column of a folded tree: one element, or nodes whose operands are not drawn.
struct FoldColumn {
  std::vector<std::uint32_t> nodes;  ///< several where many partners follow one another and not each has a column
  std::uint64_t elements = 1;        ///< that they are made of
  std::uint32_t first_leaf = 0;      ///< one of them
};

struct TreeFold {
  std::vector<FoldColumn> columns;        ///< from left to right
  std::vector<std::uint32_t> operations;  ///< drawn with both operands
  std::vector<std::uint32_t> results;     ///< those of the layout's that are drawn
  std::size_t whole_leaves = 0;           ///< elements of the subtree that is drawn whole
  std::uint64_t drawn_leaves = 0;         ///< of all subtrees that are
  std::uint64_t folded_leaves = 0;        ///< elements that are not drawn
};

TreeFold fold(const TreeLayout& whole, const FoldRequest& request);

}  // namespace lanescope
