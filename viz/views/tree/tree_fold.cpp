// From the opened element up to its result: the largest subtree that fits is drawn, and what is met after it is
// folded.
#include "viz/views/tree/tree_fold.h"

#include <algorithm>
#include <utility>

#include "viz/views/tree/tree_layout.h"

namespace lanescope {
namespace {

/// Fewest elements that are drawn whole, if there are as many: two steps with all their partners.
constexpr std::uint32_t kLeastWhole = 4;

/// What the nodes of a tree are made of, and who takes them. Only operations that the result depends on count.
struct Relations {
  std::vector<std::uint32_t> taker;   ///< the node that a node is combined into; kIdentityNode: it is a result
  std::vector<std::uint64_t> leaves;  ///< elements under it
  std::vector<std::uint32_t> first;   ///< the element whose place it has taken

  explicit Relations(const TreeLayout& layout) {
    const CombineTree& tree = layout.tree();
    const std::uint32_t elements = tree.leaves();
    const std::size_t nodes = elements + tree.operations.size();
    taker.assign(nodes, kIdentityNode);
    leaves.assign(nodes, 1);
    first.resize(nodes);
    for (std::uint32_t i = 0; i < elements; ++i) first[i] = i;
    for (std::uint32_t k = 0; k < tree.operations.size(); ++k) {
      const auto& operation = tree.operations[k];
      const std::uint32_t node = elements + k;
      leaves[node] = 0;
      first[node] = kIdentityNode;
      for (const std::uint32_t operand : {operation.left, operation.right}) {
        if (operand == kIdentityNode) continue;
        leaves[node] += leaves[operand];
        if (first[node] == kIdentityNode) first[node] = first[operand];
        if (layout.useful(k) && layout.drawn(k) && layout.row_of(operation.step) != kIdentityNode)
          taker[operand] = node;
      }
    }
  }
};

/// What a sum on the way is combined with.
struct Partner {
  std::uint32_t node = 0;
  bool own = false;  ///< by a thread that still works alone
};

/// The way from a subtree that is drawn whole to its result.
struct Way {
  std::uint32_t top = 0, result = 0;
  std::vector<std::uint32_t> operations;
  std::vector<Partner> partners;
};

Way way_from(const TreeLayout& layout, const Relations& relations, std::uint32_t leaf, std::uint64_t most) {
  const std::uint32_t elements = layout.tree().leaves();
  Way way{.top = leaf, .result = leaf, .operations = {}, .partners = {}};
  const auto taker = [&](std::uint32_t node) { return relations.taker[node]; };
  while (taker(way.top) != kIdentityNode && relations.leaves[taker(way.top)] <= most) way.top = taker(way.top);
  for (way.result = way.top; taker(way.result) != kIdentityNode; way.result = taker(way.result)) {
    const std::uint32_t k = taker(way.result) - elements;
    const auto& operation = layout.tree().operations[k];
    const std::uint32_t partner = operation.left == way.result ? operation.right : operation.left;
    way.operations.push_back(k);
    if (partner != kIdentityNode && relations.leaves[partner] > 0)
      way.partners.push_back({partner, layout.row_of(operation.step) < layout.own_rows()});
  }
  return way;
}

class Folding {
 public:
  Folding(const TreeLayout& layout, const FoldRequest& request)
      : layout_(layout), relations_(layout), room_(std::max(request.room, kLeastWhole)) {
    const std::uint32_t elements = layout.tree().leaves();
    if (elements == 0) return;
    const std::uint32_t opened = std::min(request.opened, elements - 1);
    std::uint32_t most = std::clamp(request.most, kLeastWhole, room_);
    Way way = way_from(layout, relations_, opened, most);
    for (; relations_.leaves[way.top] + way.partners.size() > room_ && most > room_ / 2 && most > kLeastWhole;)
      way = way_from(layout, relations_, opened, most = std::max(most / 2, kLeastWhole));
    draw_whole(way.top);
    fold_.whole_leaves = fold_.columns.size();
    fold_.operations.insert(fold_.operations.end(), way.operations.begin(), way.operations.end());
    fold_.results = {way.result};
    add_partners(way.partners);
    add_neighbours(way.result);
    if (fold_.whole_leaves > 0) finish();
  }

  TreeFold take() { return std::move(fold_); }

 private:
  void draw_whole(std::uint32_t top) {
    const TreeLayout::Subtree subtree = layout_.subtree(top);
    for (const std::uint32_t leaf : subtree.leaves) fold_.columns.push_back({{leaf}, 1, leaf});
    fold_.drawn_leaves += subtree.leaves.size();
    for (const TreeRow& row : subtree.rows)
      fold_.operations.insert(fold_.operations.end(), row.by_column.begin(), row.by_column.end());
  }

  /// A column has no more partners than it must. What a thread takes while it works alone never shares one with
  /// what other threads hand over: one wedge for both would hide which of them is met when.
  void add_partners(const std::vector<Partner>& partners) {
    const std::size_t left = room_ > fold_.columns.size() + 2 ? room_ - fold_.columns.size() : 2;
    std::size_t together = 1;
    while (together < partners.size() && parts_of(partners, together).size() > left) ++together;
    for (const auto& part : parts_of(partners, together)) {
      FoldColumn column{.nodes = {}, .elements = 0, .first_leaf = relations_.first[part.front().node]};
      for (const Partner& partner : part) {
        column.nodes.push_back(partner.node);
        column.elements += relations_.leaves[partner.node];
      }
      if (column.elements == 1) ++fold_.drawn_leaves;
      if (part.front().own) ++own_columns_;
      fold_.columns.push_back(std::move(column));
    }
  }

  /// Partners that follow one another, at most `most` of one kind.
  static std::vector<std::vector<Partner>> parts_of(const std::vector<Partner>& partners, std::size_t most) {
    std::vector<std::vector<Partner>> parts;
    for (const Partner& partner : partners) {
      if (parts.empty() || parts.back().size() == most || parts.back().back().own != partner.own)
        parts.emplace_back();
      parts.back().push_back(partner);
    }
    return parts;
  }

  /// Where each thread has a result of its own, those beside it, as many as there is room for, and the rest as one
  /// column.
  void add_neighbours(std::uint32_t result) {
    const auto& results = layout_.results();
    const auto found = std::find(results.begin(), results.end(), result);
    if (found == results.end()) return;
    for (auto next = found + 1; next != results.end(); ++next) {
      const bool last = next + 1 == results.end();
      if (fold_.columns.size() + relations_.leaves[*next] + (last ? 0 : 1) > room_)
        return add_rest(*next, results.end() - next);
      draw_whole(*next);
      fold_.results.push_back(*next);
    }
  }

  void add_rest(std::uint32_t first, std::ptrdiff_t results) {
    if (fold_.columns.size() + 1 > room_) return;
    FoldColumn rest{.nodes = {first}, .elements = 0, .first_leaf = relations_.first[first]};
    const auto& all = layout_.results();
    for (auto result = all.end() - results; result != all.end(); ++result)
      rest.elements += relations_.leaves[*result];
    fold_.columns.push_back(std::move(rest));
  }

  /// In the order of elements; what lies between those of the first subtree comes after it, in the order of the
  /// steps, so that a subtree stays together. So do all that its thread takes while it works alone.
  void finish() {
    const std::uint32_t from = fold_.columns.front().first_leaf;
    const std::size_t own_end = fold_.whole_leaves + own_columns_;
    std::vector<std::pair<std::uint32_t, std::size_t>> order;
    std::uint32_t to = from;
    for (std::size_t i = 0; i < fold_.columns.size(); ++i) {
      const std::uint32_t leaf = fold_.columns[i].first_leaf;
      order.emplace_back(i >= fold_.whole_leaves && from < leaf ? std::max(leaf, to) : leaf, i);
      if (i < own_end) to = std::max(to, order.back().first);
    }
    std::sort(order.begin(), order.end());
    std::vector<FoldColumn> sorted;
    for (const auto& [key, index] : order) sorted.push_back(std::move(fold_.columns[index]));
    fold_.columns = std::move(sorted);
    std::sort(fold_.operations.begin(), fold_.operations.end());
    fold_.operations.erase(std::unique(fold_.operations.begin(), fold_.operations.end()), fold_.operations.end());
    const std::uint64_t leaves = layout_.tree().leaves();
    fold_.folded_leaves = leaves - std::min(leaves, fold_.drawn_leaves);
  }

  const TreeLayout& layout_;
  const Relations relations_;
  const std::uint32_t room_;
  std::size_t own_columns_ = 0;  ///< after those of the whole subtree
  TreeFold fold_;
};

}  // namespace

TreeFold fold(const TreeLayout& whole, const FoldRequest& request) {
  return Folding(whole, request).take();
}

}  // namespace lanescope
