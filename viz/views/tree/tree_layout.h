// A combine tree made ready for drawing: a column for every node, rows of operations sorted by column. Made once a
// tree, so that a picture costs what it draws and not what the tree holds.
#pragma once

#include <memory>
#include <vector>

#include "engine/trace/combine_tree.h"
#include "engine/trace/trace.h"
#include "viz/views/tree/tree_fold.h"

namespace lanescope {

/// The operations of one step. A node stands in the column of its thread, or of the partial sum that it builds on,
/// so that a thread's values stay in one column and packed threads look packed.
struct TreeRow {
  std::uint32_t step = 0;
  std::vector<std::uint32_t> by_column;  ///< operations, by their own column
  std::vector<std::uint32_t> by_right;   ///< the same, by the column of the value that is combined in
};

class TreeLayout {
 public:
  TreeLayout(std::shared_ptr<const CombineTree> tree, const History& history, std::uint32_t threads);
  /// The part of `whole` that a fold draws: its nodes keep their numbers, and have columns of their own.
  TreeLayout(const TreeLayout& whole, TreeFold fold);

  const CombineTree& tree() const { return *tree_; }
  std::uint32_t columns() const { return columns_; }  ///< of the elements
  /// Of the operations: one a thread of the block, where each thread keeps to its own partial sum (by_thread()).
  /// Else as many as of the elements, or as the first tile has where each thread first works alone: there the tree
  /// would be squeezed into the few columns of that tile.
  std::uint32_t operation_columns() const { return operation_columns_; }
  /// A thread's operations stand in the thread's column, right above its lane where lanes have the same columns.
  bool by_thread() const { return by_thread_; }
  /// Whether a row combines elements.
  bool takes_elements(std::uint32_t row) const;
  /// One a step of the history, up to the last but without loads.
  const std::vector<TreeRow>& rows() const { return rows_; }
  /// The index in rows() of a step of the history; kIdentityNode where it has none.
  std::uint32_t row_of(std::uint32_t step) const {
    return step < row_of_step_.size() ? row_of_step_[step] : kIdentityNode;
  }
  std::uint32_t column(std::uint32_t node) const { return columns_of_[node]; }
  std::uint32_t operation_column(std::uint32_t operation) const { return columns_of_[tree_->leaves() + operation]; }
  std::uint32_t right_column(std::uint32_t operation) const;
  /// Whether the block's result depends on it; a shuffle also computes sums that nobody reads.
  bool useful(std::uint32_t operation) const { return useful_[operation]; }
  /// What is folded; null where all of the tree is drawn.
  const TreeFold* folded() const { return fold_.columns.empty() ? nullptr : &fold_; }
  /// The element in a column of the elements; kIdentityNode where a folded subtree stands.
  std::uint32_t leaf_at(std::uint32_t column) const;
  /// As many as the block has, also where not all are drawn.
  std::size_t result_count() const { return result_count_; }
  /// The nodes that the final commit takes: one partial sum, or one a thread. Kept in order of columns.
  const std::vector<std::uint32_t>& results() const { return results_; }
  /// The step that first reads an element; a number past every step where none does.
  std::uint32_t reading_step(std::uint32_t leaf) const { return reading_steps_[leaf]; }
  std::uint32_t own_rows() const { return own_rows_; }  ///< the leading rows of phase own
  bool is_leaf(std::uint32_t node) const { return node < tree_->leaves(); }
  /// kIdentityNode where the node combines two identities: it is not drawn.
  bool drawn(std::uint32_t operation) const { return columns_of_[tree_->leaves() + operation] != kIdentityNode; }

  /// The rows of what a node is made of: operations by column, leaves last.
  struct Subtree {
    std::vector<TreeRow> rows;
    std::vector<std::uint32_t> leaves;
  };
  Subtree subtree(std::uint32_t node) const;

 private:
  void place_nodes();
  void place_by_thread(std::uint32_t threads);
  void find_results(const History& history);
  void mark_useful();
  void sort_rows(std::vector<TreeRow>& rows) const;

  std::shared_ptr<const CombineTree> tree_;
  std::uint32_t columns_ = 1, operation_columns_ = 1;
  std::uint32_t own_rows_ = 0;
  bool by_thread_ = false;
  std::size_t result_count_ = 0;
  TreeFold fold_;
  std::vector<std::uint32_t> columns_of_;
  std::vector<std::uint32_t> reading_steps_, results_;
  std::vector<bool> useful_;
  std::vector<TreeRow> rows_;
  std::vector<std::uint32_t> row_of_step_;
};

/// The layout of a tree, remembered while that tree lives; the last few are kept for each thread.
std::shared_ptr<const TreeLayout> layout_of(const std::shared_ptr<const CombineTree>& tree, const History& history,
                                            std::uint32_t threads);

/// The same of a part of it.
std::shared_ptr<const TreeLayout> folded_layout(const std::shared_ptr<const TreeLayout>& whole,
                                                const FoldRequest& request);

}  // namespace lanescope
