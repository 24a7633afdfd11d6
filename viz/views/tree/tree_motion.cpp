// A step of the reduction under way: values on their way along the edges, and lanes that stand.
#include <algorithm>
#include <cmath>

#include "viz/kit/motion.h"
#include "viz/views/tree/tree_drawing.h"

namespace lanescope {
std::uint32_t TreeDrawing::current_row() const {
  for (std::uint32_t i = 0; i < layout_.rows().size(); ++i)
    if (progress(layout_.rows()[i].step) == Progress::current && frame_.row_drawn[i]) return i;
  return kIdentityNode;
}

std::string TreeDrawing::value_of(std::uint32_t node, int digits) const {
  const CombineTree& tree = layout_.tree();
  return plain_value(layout_.is_leaf(node) ? tree.leaf_values[node] : tree.operations[node - tree.leaves()].value, digits);
}

/// A pill with the value where the row has values, else a disc.
void TreeDrawing::travel(std::uint32_t from_node, std::uint32_t row, const DrawnNode& to, float end) {
  if (from_node == kIdentityNode || layout_.column(from_node) == kIdentityNode) return;
  const float x0 = x_of(from_node), y0 = y_of(from_node, row == 0 ? 0 : row - 1), y1 = frame_.row_y[row];
  const auto outside = [&](float at) { return at < frame_.plot.x || at > frame_.plot.right(); };
  if (outside(x0) || outside(to.x)) return;
  const RowShape& shape = shapes_[row];
  const float unit = painter_.unit;
  const Color color = warp_color(to.operation);
  Scene& scene = painter_.scene;
  const auto move = [&](float width, float height, Color fill, float radius, float stroke) {
    const auto at = [&](float x, float y) {
      return Quad{.rect = {x - width / 2, y - height / 2, width, height}, .color = fill, .radius = radius, .stroke = stroke};
    };
    scene.moving_quads.push_back({at(x0, y0), at(to.x, y1), 0, end});
  };
  if (!shape.pills || rounding_) {
    const float side = std::max(shape.pills ? 8 * unit : shape.width, 3 * unit);
    move(side + 2 * unit, side + 2 * unit, painter_.colors.background, side, 0);
    return move(side, side, color, side / 2, 0);
  }
  const std::string words = value_of(from_node, shape.digits);
  const float width = text_width(words, FontFace::mono, painter_.small) + 6 * unit, height = 16 * unit;
  move(width, height, painter_.colors.background, 4 * unit, 0);
  move(width, height, color, 4 * unit, 1.5f * unit);
  const auto at = [&](float x, float y) {
    return Text{x, y, painter_.small, FontFace::mono, Align::center, painter_.colors.text, words};
  };
  scene.moving_texts.push_back({at(x0, y0), at(to.x, y1), 0, end});
}

/// Of a warp that works: its lanes that the condition leaves out, as outlines under their columns.
void TreeDrawing::draw_waiting_lanes(std::uint32_t row) {
  const float side = std::min(6 * painter_.unit, 0.6f * frame_.operations.pitch);
  if (!layout_.by_thread() || frame_.operations.bucket > 1 || side < 2 * painter_.unit) return;
  const std::uint32_t step = layout_.rows()[row].step;
  const std::uint32_t live = run_.trace->live_mask();
  for (std::uint32_t thread = frame_.operations.begin; thread < frame_.operations.end; ++thread) {
    const std::size_t index = std::size_t{step} * run_.trace->warps_per_block() + thread / kWarpSize;
    if (index >= history_.masks.size()) break;
    const std::uint32_t mask = history_.masks[index] & live;
    if (mask == 0 || mask >> thread % kWarpSize & 1) continue;
    const float x = frame_.operations.x(thread);
    painter_.outline({x - side / 2, frame_.row_y[row] - side / 2, side, side}, painter_.unit,
                     painter_.colors.divergent_masked, painter_.unit);
  }
}

void TreeDrawing::travel_to_output() {
  const auto& results = layout_.results();
  if (position_ != history_.steps() || frame_.output_y <= 0 || results.empty()) return;
  const auto last_row = static_cast<std::uint32_t>(std::max<std::size_t>(frame_.row_y.size(), 1)) - 1;
  const float side = 6 * painter_.unit;
  for (const std::uint32_t node : results) {
    const float x0 = x_of(node), x1 = results.size() == 1 ? x0 : frame_.plot.x + frame_.plot.w / 2;
    const auto at = [&](float x, float y) {
      return Quad{
          .rect = {x - side / 2, y - side / 2, side, side}, .color = painter_.colors.selection, .radius = side / 2};
    };
    if (x0 >= frame_.plot.x && x0 <= frame_.plot.right())
      painter_.scene.moving_quads.push_back({at(x0, y_of(node, last_row)), at(x1, frame_.output_y), 0, kArrival});
  }
}

void TreeDrawing::draw_motion() {
  if (!moving_) return;
  travel_to_output();
  const std::uint32_t row = current_row();
  if (row == kIdentityNode) return;
  draw_waiting_lanes(row);
  for (const DrawnNode& node : visible_nodes(layout_.rows()[row])) {
    const auto& operation = layout_.tree().operations[node.operation];
    travel(operation.left, row, node, kArrival);
    travel(operation.right, row, node, kArrival);
  }
  const Appearance merged(painter_.scene);
  const std::size_t picks = painter_.scene.picks.size();
  draw_row(row, Progress::current);
  painter_.scene.picks.resize(picks);  // they are there already
  merged.between(painter_.scene, kArrival, 1);
}

}  // namespace lanescope
