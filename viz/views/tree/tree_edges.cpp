// The lines of a reduction tree. Cost follows the pixels: of the operations that share a bucket of columns, one is
// drawn, found by binary search.
#include <algorithm>
#include <cmath>

#include "viz/views/tree/tree_drawing.h"

namespace lanescope {
namespace {

/// Height of a sequential row, in units, from which the elements of every step are joined to their threads, and
/// not only those of the current one.
constexpr float kFanFrom = 10;
constexpr std::size_t kCrowd = 4;  // operations of a row whose lines may lie close to each other

/// Calls visit(operation, merged) for one operation a bucket of the columns in view. `sorted` is by `column`.
template <class ColumnOf, class Visit>
void for_each_bucket(const std::vector<std::uint32_t>& sorted, ColumnOf column, const TreeColumns& columns,
                     Visit visit) {
  const auto first_at = [&](std::size_t from, std::uint32_t wanted) {
    return std::lower_bound(sorted.begin() + static_cast<std::ptrdiff_t>(from), sorted.end(), wanted,
                            [&](std::uint32_t k, std::uint32_t c) { return column(k) < c; }) -
           sorted.begin();
  };
  // Buckets begin at multiples of their size, so that panning does not make the chosen lines flicker.
  const std::uint32_t begin = columns.begin / columns.bucket * columns.bucket;
  auto at = static_cast<std::size_t>(first_at(0, begin));
  while (at < sorted.size() && column(sorted[at]) < columns.end) {
    const std::uint32_t bucket_end = (column(sorted[at]) / columns.bucket + 1) * columns.bucket;
    const auto next = static_cast<std::size_t>(first_at(at + 1, bucket_end));
    visit(sorted[at], static_cast<std::uint32_t>(next - at));
    at = next;
  }
}

}  // namespace

TreeDrawing::TreeDrawing(Painter& painter, const TreeLayout& layout, const TreeFrame& frame, const Run& run,
                         const History& history, const VariantView& state, const TreeRounding* rounding)
    : painter_(painter),
      layout_(layout),
      frame_(frame),
      run_(run),
      history_(history),
      position_(std::min(state.position, static_cast<std::uint32_t>(history.steps()))),
      moving_(state.moving),
      rounding_(rounding) {
  shape_rows();
  leaf_format_ = leaf_format();
  if (leaf_format_.width == 0) leaf_labels_ = folded_labels();
  // Below the numbers of elements and of folded ones, not through them.
  if (elements_have_a_line()) leaf_foot_ = std::min(0.5f * painter.small, 0.6f * frame.leaf_pitch);
}

TreeDrawing::Progress TreeDrawing::progress(std::uint32_t step) const {
  return step >= position_ ? Progress::future : step + 1 == position_ ? Progress::current : Progress::done;
}

/// Of the operation's warp at its step: the same two colours as in the warp activity view.
Color TreeDrawing::warp_color(std::uint32_t operation) const {
  const auto& op = layout_.tree().operations[operation];
  const std::size_t index = std::size_t{op.step} * run_.trace->warps_per_block() + op.thread / kWarpSize;
  const std::uint32_t live = run_.trace->live_mask(op.thread / kWarpSize);
  const bool divergent = index < history_.masks.size() && (history_.masks[index] & live) != live;
  return divergent ? painter_.colors.divergent_active : painter_.colors.active;
}

float TreeDrawing::x_of(std::uint32_t node) const {
  return (layout_.is_leaf(node) ? frame_.elements : frame_.operations).x(layout_.column(node));
}

float TreeDrawing::y_of(std::uint32_t node, std::uint32_t drawn_row) const {
  if (layout_.is_leaf(node)) return frame_.leaf_y + leaf_foot_;
  std::uint32_t row =
      std::min(layout_.row_of(layout_.tree().operations[node - layout_.tree().leaves()].step), drawn_row);
  // Rows that were merged away lend their lines to the row above that is drawn.
  while (row > 0 && !frame_.row_drawn[row]) --row;
  return frame_.row_drawn[row] ? frame_.row_y[row] : frame_.leaf_y;
}

std::vector<TreeDrawing::DrawnNode> TreeDrawing::visible_nodes(const TreeRow& row) const {
  std::vector<DrawnNode> nodes;
  const auto column = [this](std::uint32_t k) { return layout_.operation_column(k); };
  for_each_bucket(row.by_column, column, frame_.operations, [&](std::uint32_t k, std::uint32_t merged) {
    nodes.push_back({k, frame_.operations.x(column(k)), 1e6f, merged});
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
  if (from_node == kIdentityNode || layout_.column(from_node) == kIdentityNode) return;
  const float x1 = frame_.operations.x(layout_.operation_column(operation)), y1 = frame_.row_y[row];
  const float x0 = x_of(from_node), y0 = y_of(from_node, row == 0 ? 0 : row - 1);
  const float reach = frame_.plot.w;
  if (std::abs(x0 - x1) > 2 * reach && x1 >= frame_.plot.x && x1 <= frame_.plot.right()) {
    // The other end is so far outside that the line would lie flat on its row: a stub points the way.
    const float rise = 0.7f * (y1 - y0);
    return clipped_line(x1 + (x0 > x1 ? rise : -rise), y1 - rise, x1, y1, width, color);
  }
  clipped_line(x0, y0, x1, y1, width, color);
}

Color TreeDrawing::edge_color(std::uint32_t operation, bool from_element) const {
  const Palette& colors = painter_.colors;
  const std::uint32_t step = layout_.tree().operations[operation].step;
  const Progress done = progress(step);
  // Elements fan out to the threads that sum them; all at once would hide the fan of the current step.
  if (from_element && layout_.row_of(step) < layout_.own_rows() && done != Progress::current)
    return mix(colors.coarsen_band, colors.edge, done == Progress::done ? 0.3f : 0.12f);
  const Color plain = done == Progress::current ? warp_color(operation)
                      : done == Progress::done  ? colors.edge
                                                : mix(colors.background, colors.faint, 0.4f);
  return layout_.useful(operation) ? plain : mix(colors.background, plain, 0.3f);
}

/// How far a line is from the one beside it, which leads to the next column, in pixels; large where there is none.
float TreeDrawing::apart(std::uint32_t from_node, std::uint32_t row, std::uint32_t operation) const {
  constexpr float kFar = 1e6f;
  if (from_node == kIdentityNode || layout_.column(from_node) == kIdentityNode) return kFar;
  const TreeColumns& columns = frame_.operations;
  const float dx = x_of(from_node) - columns.x(layout_.operation_column(operation));
  if (std::abs(dx) > 2 * frame_.plot.w) return kFar;
  const float dy = frame_.row_y[row] - y_of(from_node, row == 0 ? 0 : row - 1);
  return columns.pitch * static_cast<float>(columns.bucket) * dy / std::max(std::hypot(dx, dy), 1.0f);
}

/// How faint a slanted line is drawn, 0 to 1: shallow ones lie so near to their neighbours that together they are
/// an area. A few of them stay lines.
float TreeDrawing::crowding(std::uint32_t from_node, std::uint32_t row, std::uint32_t operation) const {
  const float distance = apart(from_node, row, operation);
  if (distance >= 1.5f * painter_.unit) return 0;
  const TreeColumns& columns = frame_.operations;
  std::uint32_t every = 1;
  while (every < columns.count && static_cast<float>(every) * distance < 4 * painter_.unit) every *= 2;
  return layout_.operation_column(operation) / columns.bucket % every == 0 ? 0 : 0.75f;
}

void TreeDrawing::row_edges(const TreeRow& row, std::uint32_t index, float width, const Color* color) {
  const auto& operations = layout_.tree().operations;
  const auto own_column = [this](std::uint32_t k) { return layout_.operation_column(k); };
  const auto right_column = [this](std::uint32_t k) { return layout_.right_column(k); };
  const bool squeezed =
      !layout_.folded() && index < layout_.own_rows() && frame_.own_pitch < kFanFrom * painter_.unit;
  const auto draw = [&](std::uint32_t from, std::uint32_t k) {
    const bool from_element = from != kIdentityNode && layout_.is_leaf(from);
    if (squeezed && from_element && !color && progress(row.step) != Progress::current) return;
    const Color full = color ? *color : edge_color(k, from_element);
    // Half of the distance stays free, so that lines stay lines; one that is nearly alone needs none.
    float thick = width;
    const bool crowded = row.by_column.size() >= kCrowd;  // fewer are alone, however shallow they are
    if (!color && crowded)
      thick = std::clamp(0.5f * apart(from, index, k), std::min(0.75f * painter_.unit, width), width);
    const float faint = crowded ? crowding(from, index, k) : 0;
    edge(from, index, k, thick, mix(full, painter_.colors.background, faint));
  };
  for_each_bucket(row.by_column, own_column, frame_.operations, [&](std::uint32_t k, std::uint32_t) {
    draw(operations[k].left, k);
    draw(operations[k].right, k);
  });
  // And those that come into the camera's view from outside, or leave it.
  const TreeColumns& from = layout_.takes_elements(index) ? frame_.elements : frame_.operations;
  if (from.all_in_view()) return;
  for_each_bucket(row.by_right, right_column, from, [&](std::uint32_t k, std::uint32_t) {
    if (!frame_.operations.in_view(own_column(k))) draw(operations[k].right, k);
  });
}

void TreeDrawing::draw_edges() {
  const float unit = painter_.unit;
  std::uint32_t current = kIdentityNode;
  for (std::uint32_t i = 0; i < layout_.rows().size(); ++i) {
    if (progress(layout_.rows()[i].step) == Progress::current)
      current = i;
    else if (frame_.row_drawn[i])
      row_edges(layout_.rows()[i], i, unit, nullptr);
  }
  if (current == kIdentityNode) return;
  const bool dense = static_cast<float>(frame_.operations.bucket) * frame_.operations.pitch < 8 * unit;
  row_edges(layout_.rows()[current], current, (dense ? 1.25f : 2.0f) * unit, nullptr);
}

/// The operations that a focus without a node names: those of a step, or of a warp or lane in it.
TreeLayout::Subtree TreeDrawing::operations_of(const Focus& focus) const {
  TreeLayout::Subtree lit;
  const std::uint32_t index = focus.step ? layout_.row_of(*focus.step) : kIdentityNode;
  if (index == kIdentityNode || !focus.warp) return lit;
  lit.rows.resize(layout_.rows().size());
  for (const bool right : {false, true}) {
    const TreeRow& row = layout_.rows()[index];
    auto& chosen = right ? lit.rows[index].by_right : lit.rows[index].by_column;
    for (const std::uint32_t k : right ? row.by_right : row.by_column) {
      const std::uint32_t thread = layout_.tree().operations[k].thread;
      if (thread / kWarpSize == *focus.warp && (!focus.lane || thread % kWarpSize == *focus.lane))
        chosen.push_back(k);
    }
  }
  return lit;
}

void TreeDrawing::draw_focus(const Focus& focus, float stroke, Color color) {
  const std::uint32_t nodes =
      layout_.tree().leaves() + static_cast<std::uint32_t>(layout_.tree().operations.size());
  if (focus.node && *focus.node < nodes)
    light(layout_.subtree(*focus.node), stroke, color);
  else if (!focus.empty())
    light(operations_of(focus), stroke, color);
}

void TreeDrawing::light(const TreeLayout::Subtree& lit, float stroke, Color color) {
  for (std::uint32_t i = 0; i < lit.rows.size(); ++i)
    if (frame_.row_drawn[i]) row_edges(lit.rows[i], i, 0.75f * stroke, &color);
  for (std::uint32_t i = 0; i < lit.rows.size(); ++i) {
    if (!frame_.row_drawn[i]) continue;
    for (const DrawnNode& node : visible_nodes(lit.rows[i])) {
      if (node.x < frame_.plot.x || node.x > frame_.plot.right()) continue;
      const Rect rect = node_rect(node, i);
      const float radius = shapes_[i].pills ? 4 * painter_.unit : rect.h / 2;
      painter_.outline({rect.x - stroke, rect.y - stroke, rect.w + 2 * stroke, rect.h + 2 * stroke}, stroke, color,
                       radius + stroke);
    }
  }
  const float side = 4 * painter_.unit;
  const auto column = [this](std::uint32_t leaf) { return layout_.column(leaf); };
  for_each_bucket(lit.leaves, column, frame_.elements, [&](std::uint32_t leaf, std::uint32_t) {
    const float x = frame_.elements.x(column(leaf));
    if (x < frame_.plot.x || x > frame_.plot.right()) return;
    painter_.scene.overlays.push_back(
        {.rect = {x - side / 2, frame_.leaf_y - side / 2, side, side}, .color = color});
  });
}

}  // namespace lanescope
