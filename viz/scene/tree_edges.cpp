// The lines of a reduction tree. Cost follows the pixels: of the operations that share a bucket of columns, one is
// drawn, found by binary search.
#include <algorithm>
#include <cmath>

#include "viz/scene/tree_drawing.h"

namespace lanescope {
namespace {

/// Calls visit(operation, merged) for one operation a bucket of columns in [begin, end). `sorted` is by `column`.
template <class ColumnOf, class Visit>
void for_each_bucket(const std::vector<std::uint32_t>& sorted, ColumnOf column, const TreeFrame& frame, Visit visit) {
  const auto first_at = [&](std::size_t from, std::uint32_t wanted) {
    return std::lower_bound(sorted.begin() + static_cast<std::ptrdiff_t>(from), sorted.end(), wanted,
                            [&](std::uint32_t k, std::uint32_t c) { return column(k) < c; }) -
           sorted.begin();
  };
  // Buckets begin at multiples of their size, so that panning does not make the chosen lines flicker.
  const std::uint32_t begin = frame.begin / frame.bucket * frame.bucket;
  auto at = static_cast<std::size_t>(first_at(0, begin));
  while (at < sorted.size() && column(sorted[at]) < frame.end) {
    const std::uint32_t bucket_end = (column(sorted[at]) / frame.bucket + 1) * frame.bucket;
    const auto next = static_cast<std::size_t>(first_at(at + 1, bucket_end));
    visit(sorted[at], static_cast<std::uint32_t>(next - at));
    at = next;
  }
}

}  // namespace

TreeDrawing::TreeDrawing(Painter& painter, const TreeLayout& layout, const TreeFrame& frame, const Run& run,
                         const History& history, std::uint32_t position)
    : painter_(painter), layout_(layout), frame_(frame), run_(run), history_(history), position_(position) {}

TreeDrawing::Progress TreeDrawing::progress(std::uint32_t step) const {
  return step >= position_ ? Progress::future : step + 1 == position_ ? Progress::current : Progress::done;
}

/// Of the operation's warp at its step: the same two colours as in the warp activity view.
Color TreeDrawing::warp_color(std::uint32_t operation) const {
  const auto& op = layout_.tree().operations[operation];
  const std::size_t index = std::size_t{op.step} * run_.trace->warps_per_block() + op.thread / kWarpSize;
  const std::uint32_t live = run_.trace->live_mask();
  const bool divergent = index < history_.masks.size() && (history_.masks[index] & live) != live;
  return divergent ? painter_.colors.divergent_active : painter_.colors.active;
}

float TreeDrawing::y_of(std::uint32_t node, std::uint32_t drawn_row) const {
  if (layout_.is_leaf(node)) return frame_.leaf_y;
  std::uint32_t row = std::min(layout_.tree().operations[node - layout_.tree().leaves()].step, drawn_row);
  // Rows that were merged away lend their lines to the row above that is drawn.
  while (row > 0 && !frame_.row_drawn[row]) --row;
  return frame_.row_drawn[row] ? frame_.row_y[row] : frame_.leaf_y;
}

std::vector<TreeDrawing::DrawnNode> TreeDrawing::visible_nodes(const TreeRow& row) const {
  std::vector<DrawnNode> nodes;
  const auto column = [this](std::uint32_t k) { return layout_.operation_column(k); };
  for_each_bucket(row.by_column, column, frame_, [&](std::uint32_t k, std::uint32_t merged) {
    nodes.push_back({k, frame_.x(column(k)), 1e6f, merged});
  });
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const float gap = nodes[i].x - nodes[i - 1].x;
    nodes[i].gap = std::min(nodes[i].gap, gap);
    nodes[i - 1].gap = std::min(nodes[i - 1].gap, gap);
  }
  return nodes;
}

/// Shortened to what lies inside the plot, left and right.
void TreeDrawing::clipped_line(float x0, float y0, float x1, float y1, float width, Color color) {
  const float left = frame_.plot.x, right = frame_.plot.right();
  if ((x0 < left && x1 < left) || (x0 > right && x1 > right)) return;
  const auto clip = [&](float& x, float& y, float other_x, float other_y) {
    const float wanted = std::clamp(x, left, right);
    if (wanted == x) return;
    y += (other_y - y) * (wanted - x) / (other_x - x);
    x = wanted;
  };
  const float old_x0 = x0, old_y0 = y0;
  clip(x0, y0, x1, y1);
  clip(x1, y1, old_x0, old_y0);
  painter_.scene.lines.push_back({x0, y0, x1, y1, width, color});
}

void TreeDrawing::edge(std::uint32_t from_node, std::uint32_t row, std::uint32_t operation, float width,
                       Color color) {
  if (from_node == kIdentityNode) return;
  const std::uint32_t column = layout_.column(from_node);
  if (column == kIdentityNode) return;
  const float x1 = frame_.x(layout_.operation_column(operation)), y1 = frame_.row_y[row];
  clipped_line(frame_.x(column), y_of(from_node, row == 0 ? 0 : row - 1), x1, y1, width, color);
}

void TreeDrawing::row_edges(const TreeRow& row, std::uint32_t index, float width, const Color* color) {
  const Palette& colors = painter_.colors;
  const Progress done = progress(row.step);
  const auto color_of = [&](std::uint32_t k) {
    if (color) return *color;
    const Color plain = done == Progress::current ? warp_color(k)
                        : done == Progress::done  ? colors.edge
                                                  : mix(colors.background, colors.faint, 0.4f);
    return layout_.useful(k) ? plain : mix(colors.background, plain, 0.3f);
  };
  const auto& operations = layout_.tree().operations;
  const auto own_column = [this](std::uint32_t k) { return layout_.operation_column(k); };
  const auto right_column = [this](std::uint32_t k) { return layout_.right_column(k); };
  for_each_bucket(row.by_column, own_column, frame_, [&](std::uint32_t k, std::uint32_t) {
    edge(operations[k].left, index, k, width, color_of(k));
    edge(operations[k].right, index, k, width, color_of(k));
  });
  // And those that come in from outside the camera's view, or leave it.
  if (frame_.begin == 0 && frame_.end >= layout_.columns()) return;
  for_each_bucket(row.by_right, right_column, frame_, [&](std::uint32_t k, std::uint32_t) {
    const std::uint32_t own = own_column(k);
    if (own < frame_.begin || own >= frame_.end) edge(operations[k].right, index, k, width, color_of(k));
  });
}

void TreeDrawing::draw_edges() {
  const float unit = painter_.unit;
  std::uint32_t current = kIdentityNode;
  for (std::uint32_t i = 0; i < layout_.rows().size(); ++i) {
    if (progress(layout_.rows()[i].step) == Progress::current) current = i;
    else if (frame_.row_drawn[i]) row_edges(layout_.rows()[i], i, unit, nullptr);
  }
  if (current == kIdentityNode) return;
  const bool dense = static_cast<float>(frame_.bucket) * frame_.column_pitch < 8 * unit;
  row_edges(layout_.rows()[current], current, (dense ? 1.25f : 2.0f) * unit, nullptr);
}

/// The operations that a focus without a node names: those of a step, or of a warp or lane in it.
TreeLayout::Subtree TreeDrawing::operations_of(const Focus& focus) const {
  TreeLayout::Subtree lit;
  if (!focus.step || *focus.step >= layout_.rows().size() || !focus.warp) return lit;
  lit.rows.resize(layout_.rows().size());
  for (const bool right : {false, true}) {
    const TreeRow& row = layout_.rows()[*focus.step];
    auto& chosen = right ? lit.rows[*focus.step].by_right : lit.rows[*focus.step].by_column;
    for (const std::uint32_t k : right ? row.by_right : row.by_column) {
      const std::uint32_t thread = layout_.tree().operations[k].thread;
      if (thread / kWarpSize == *focus.warp && (!focus.lane || thread % kWarpSize == *focus.lane)) chosen.push_back(k);
    }
  }
  return lit;
}

void TreeDrawing::draw_focus(const Focus& focus, float stroke, Color color) {
  const std::uint32_t nodes = layout_.tree().leaves() + static_cast<std::uint32_t>(layout_.tree().operations.size());
  if (focus.node && *focus.node < nodes) light(layout_.subtree(*focus.node), stroke, color);
  else if (!focus.empty()) light(operations_of(focus), stroke, color);
}

void TreeDrawing::light(const TreeLayout::Subtree& lit, float stroke, Color color) {
  for (std::uint32_t i = 0; i < lit.rows.size(); ++i)
    if (frame_.row_drawn[i]) row_edges(lit.rows[i], i, stroke, &color);
  for (std::uint32_t i = 0; i < lit.rows.size(); ++i) {
    if (!frame_.row_drawn[i]) continue;
    for (const DrawnNode& node : visible_nodes(lit.rows[i])) {
      const float radius = node_radius(std::min(node.gap, 24 * painter_.unit), frame_.pitch_of(layout_, i)) + stroke;
      painter_.outline({node.x - radius, frame_.row_y[i] - radius, 2 * radius, 2 * radius}, stroke, color, radius);
    }
  }
  const float side = 4 * painter_.unit;
  const auto self = [](std::uint32_t leaf) { return leaf; };
  for_each_bucket(lit.leaves, self, frame_, [&](std::uint32_t leaf, std::uint32_t) {
    painter_.scene.overlays.push_back(
        {.rect = {frame_.x(leaf) - side / 2, frame_.leaf_y - side / 2, side, side}, .color = color});
  });
}

}  // namespace lanescope
