// Columns, rows and reachability of a combine tree.
#include "viz/views/tree/tree_layout.h"

#include <algorithm>
#include <array>
#include <functional>

namespace lanescope {

TreeLayout::TreeLayout(std::shared_ptr<const CombineTree> tree, const History& history, std::uint32_t threads)
    : tree_(std::move(tree)) {
  std::uint32_t steps = 0;
  for (std::uint32_t s = 0; s < history.steps(); ++s)
    if (is_step(history.phases[s])) steps = s + 1;
  row_of_step_.assign(steps, kIdentityNode);
  for (std::uint32_t s = 0; s < steps; ++s) {
    if (history.phases[s] == Phase::load) continue;
    row_of_step_[s] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back({.step = s, .by_column = {}, .by_right = {}});
  }
  while (own_rows_ < rows_.size() && history.phases[rows_[own_rows_].step] == Phase::own) ++own_rows_;
  place_nodes();
  place_by_thread(threads);
  find_results(history);
  mark_useful();
  sort_rows(rows_);
  result_count_ = results_.size();
}

TreeLayout::TreeLayout(const TreeLayout& whole, TreeFold fold) : TreeLayout(whole) {
  fold_ = std::move(fold);
  by_thread_ = false;
  columns_ = operation_columns_ = std::max<std::uint32_t>(static_cast<std::uint32_t>(fold_.columns.size()), 1);
  std::fill(columns_of_.begin(), columns_of_.end(), kIdentityNode);
  for (TreeRow& row : rows_) row.by_column.clear();
  const std::uint32_t leaves = tree_->leaves();
  const auto put = [&](std::uint32_t k) {
    const std::uint32_t row = row_of(tree_->operations[k].step);
    if (row != kIdentityNode) rows_[row].by_column.push_back(k);
  };
  for (std::uint32_t i = 0; i < fold_.columns.size(); ++i)
    for (const std::uint32_t node : fold_.columns[i].nodes) {
      columns_of_[node] = i;
      if (!is_leaf(node)) put(node - leaves);
    }
  const auto column = [&](std::uint32_t node) { return node == kIdentityNode ? node : columns_of_[node]; };
  for (const std::uint32_t k : fold_.operations) {
    const std::uint32_t left = column(tree_->operations[k].left);
    columns_of_[leaves + k] = left != kIdentityNode ? left : column(tree_->operations[k].right);
    if (drawn(k)) put(k);
  }
  for (TreeRow& row : rows_) row.by_right = row.by_column;
  sort_rows(rows_);
  results_ = fold_.results;
  std::sort(results_.begin(), results_.end(), [this](auto a, auto b) { return this->column(a) < this->column(b); });
}

std::uint32_t TreeLayout::leaf_at(std::uint32_t column) const {
  if (!folded()) return column < tree_->leaves() ? column : kIdentityNode;
  const FoldColumn& found = fold_.columns[column];
  return found.elements == 1 && found.nodes.size() == 1 && is_leaf(found.nodes[0]) ? found.nodes[0] : kIdentityNode;
}

void TreeLayout::place_nodes() {
  const std::uint32_t leaves = tree_->leaves();
  columns_ = std::max(leaves, 1u);
  columns_of_.resize(leaves + tree_->operations.size());
  for (std::uint32_t i = 0; i < leaves; ++i) columns_of_[i] = i;
  reading_steps_.assign(leaves, kIdentityNode);
  for (std::uint32_t k = 0; k < tree_->operations.size(); ++k) {
    const auto& operation = tree_->operations[k];
    const auto column = [&](std::uint32_t node) {
      return node == kIdentityNode ? kIdentityNode : columns_of_[node];
    };
    for (const std::uint32_t node : {operation.left, operation.right})
      if (node < leaves) reading_steps_[node] = std::min(reading_steps_[node], operation.step);
    const std::uint32_t left = column(operation.left);
    columns_of_[leaves + k] = left != kIdentityNode ? left : column(operation.right);
    if (drawn(k) && row_of(operation.step) != kIdentityNode) rows_[row_of(operation.step)].by_column.push_back(k);
  }
  for (auto& row : rows_) row.by_right = row.by_column;
  operation_columns_ = columns_;
  if (own_rows_ == 0) return;
  operation_columns_ = 1;
  for (const auto& row : rows_)
    for (const std::uint32_t k : row.by_column)
      operation_columns_ = std::max(operation_columns_, operation_column(k) + 1);
}

/// Where each thread has one column of its own, and they are in the threads' order, the columns may as well be the
/// threads'. Not of a block most of whose threads have nothing to do: its tree would be a sliver.
void TreeLayout::place_by_thread(std::uint32_t threads) {
  const std::uint32_t leaves = tree_->leaves();
  std::vector<std::uint32_t> own(threads, kIdentityNode);
  std::uint32_t last_thread = 0;
  for (const TreeRow& row : rows_)
    for (const std::uint32_t k : row.by_column) {
      const std::uint32_t thread = tree_->operations[k].thread, column = columns_of_[leaves + k];
      if (thread >= threads || (own[thread] != kIdentityNode && own[thread] != column)) return;
      own[thread] = column;
      last_thread = std::max(last_thread, thread);
    }
  std::erase(own, kIdentityNode);
  if (own.empty() || std::adjacent_find(own.begin(), own.end(), std::greater_equal<>()) != own.end()) return;
  if (2 * (last_thread + 1) < threads) return;
  by_thread_ = true;
  operation_columns_ = threads;
  for (std::uint32_t k = 0; k < tree_->operations.size(); ++k)
    if (drawn(k)) columns_of_[leaves + k] = tree_->operations[k].thread;
}

bool TreeLayout::takes_elements(std::uint32_t row) const {
  const auto& taken = rows_[row].by_right;
  return !taken.empty() && is_leaf(tree_->operations[taken.front()].right);
}

std::uint32_t TreeLayout::right_column(std::uint32_t operation) const {
  const std::uint32_t node = tree_->operations[operation].right;
  const std::uint32_t column = node == kIdentityNode ? kIdentityNode : columns_of_[node];
  return column != kIdentityNode ? column : operation_column(operation);
}

/// Atomic updates are a chain of operations too, but what matters of it is who takes part.
void TreeLayout::find_results(const History& history) {
  const std::uint32_t leaves = tree_->leaves();
  const auto final = [&](std::uint32_t node) {
    if (node == kIdentityNode || node < leaves) return false;
    const std::uint32_t step = tree_->operations[node - leaves].step;
    return step < history.steps() && history.phases[step] == Phase::commit;
  };
  for (std::uint32_t k = 0; k < tree_->operations.size(); ++k) {
    if (!final(leaves + k)) continue;
    for (const std::uint32_t node : {tree_->operations[k].left, tree_->operations[k].right})
      if (node != kIdentityNode && !final(node) && column(node) != kIdentityNode) results_.push_back(node);
  }
  if (results_.empty() && tree_->root != kIdentityNode && column(tree_->root) != kIdentityNode)
    results_.push_back(tree_->root);
  std::sort(results_.begin(), results_.end(), [this](auto a, auto b) { return column(a) < column(b); });
}

void TreeLayout::mark_useful() {
  const std::uint32_t leaves = tree_->leaves();
  useful_.assign(tree_->operations.size(), tree_->root == kIdentityNode);
  if (tree_->root != kIdentityNode && tree_->root >= leaves) useful_[tree_->root - leaves] = true;
  // Operands come before their result, so one pass from the end reaches all.
  for (std::size_t k = tree_->operations.size(); k-- > 0;) {
    if (!useful_[k]) continue;
    for (const std::uint32_t node : {tree_->operations[k].left, tree_->operations[k].right})
      if (node != kIdentityNode && node >= leaves) useful_[node - leaves] = true;
  }
}

void TreeLayout::sort_rows(std::vector<TreeRow>& rows) const {
  for (auto& row : rows) {
    std::stable_sort(row.by_column.begin(), row.by_column.end(),
                     [this](auto a, auto b) { return operation_column(a) < operation_column(b); });
    std::stable_sort(row.by_right.begin(), row.by_right.end(),
                     [this](auto a, auto b) { return right_column(a) < right_column(b); });
  }
}

TreeLayout::Subtree TreeLayout::subtree(std::uint32_t node) const {
  Subtree result;
  result.rows.resize(rows_.size());
  for (std::size_t s = 0; s < rows_.size(); ++s) result.rows[s].step = rows_[s].step;
  std::vector<bool> seen(columns_of_.size(), false);
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t next) {
    if (next == kIdentityNode || next >= seen.size() || seen[next]) return;
    seen[next] = true;
    open.push_back(next);
  };
  visit(node);
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (is_leaf(next)) {
      if (column(next) != kIdentityNode) result.leaves.push_back(next);
      continue;
    }
    const std::uint32_t k = next - tree_->leaves();
    const auto& operation = tree_->operations[k];
    const std::uint32_t row = row_of(operation.step);
    if (drawn(k) && row != kIdentityNode) result.rows[row].by_column.push_back(k);
    visit(operation.left);
    visit(operation.right);
  }
  for (auto& row : result.rows) row.by_right = row.by_column;
  sort_rows(result.rows);
  std::sort(result.leaves.begin(), result.leaves.end(), [this](auto a, auto b) { return column(a) < column(b); });
  return result;
}

std::shared_ptr<const TreeLayout> layout_of(const std::shared_ptr<const CombineTree>& tree, const History& history,
                                            std::uint32_t threads) {
  // Four variants side by side is the most that the window shows.
  thread_local std::array<std::shared_ptr<const TreeLayout>, 4> kept;
  thread_local std::size_t oldest = 0;
  for (const auto& layout : kept)
    if (layout && &layout->tree() == tree.get()) return layout;
  auto layout = std::make_shared<const TreeLayout>(tree, history, threads);
  kept[oldest] = layout;
  oldest = (oldest + 1) % kept.size();
  return layout;
}

std::shared_ptr<const TreeLayout> folded_layout(const std::shared_ptr<const TreeLayout>& whole,
                                                const FoldRequest& request) {
  struct Kept {
    std::shared_ptr<const TreeLayout> whole, folded;
    FoldRequest request;
  };
  thread_local std::array<Kept, 4> kept;
  thread_local std::size_t oldest = 0;
  for (const Kept& known : kept)
    if (known.whole == whole && known.request == request) return known.folded;
  auto folded = std::make_shared<const TreeLayout>(*whole, fold(*whole, request));
  kept[oldest] = {whole, folded, request};
  oldest = (oldest + 1) % kept.size();
  return folded;
}

}  // namespace lanescope
