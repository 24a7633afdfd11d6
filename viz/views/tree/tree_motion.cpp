// A step of the reduction under way: values on their way along the edges, and lanes that stand.
#include <algorithm>
#include <cmath>

#include "viz/kit/motion.h"
#include "viz/views/tree/tree_drawing.h"

namespace lanescope {
namespace {

constexpr float kTravellingHeight = 16;  // units, of a value

}  // namespace

std::uint32_t TreeDrawing::current_row() const {
  for (std::uint32_t i = 0; i < layout_.rows().size(); ++i)
    if (progress(layout_.rows()[i].step) == Progress::current && frame_.row_drawn[i]) return i;
  return kIdentityNode;
}

std::string TreeDrawing::value_of(std::uint32_t node, ValueLook look) const {
  const CombineTree& tree = layout_.tree();
  return plain_value(layout_.is_leaf(node) ? tree.leaf_values[node] : tree.operations[node - tree.leaves()].value,
                     look);
}

bool TreeDrawing::travels(std::uint32_t node) const {
  if (node == kIdentityNode || layout_.column(node) == kIdentityNode) return false;
  return x_of(node) >= frame_.plot.x && x_of(node) <= frame_.plot.right();
}

float TreeDrawing::travelling_width(std::uint32_t node, std::uint32_t row) const {
  return text_width(value_of(node, shapes_[row].look), FontFace::mono, painter_.small) + 6 * painter_.unit;
}

/// Values stand apart where they set out, and both of a node where they arrive: beside each other, or one above the
/// other.
TreeDrawing::Travelling TreeDrawing::travelling_in(std::uint32_t row) const {
  if (!shapes_[row].pills || rounding_) return Travelling::discs;
  std::vector<float> starts, ends;
  float widest = 0;
  for (const DrawnNode& to : visible_nodes(layout_.rows()[row])) {
    const auto& operation = layout_.tree().operations[to.operation];
    ends.push_back(to.x);
    for (const std::uint32_t node : {operation.left, operation.right})
      if (travels(node)) {
        starts.push_back(x_of(node));
        widest = std::max(widest, travelling_width(node, row));
      }
  }
  const auto apart = [](std::vector<float>& places, float least) {
    std::sort(places.begin(), places.end());
    return std::adjacent_find(places.begin(), places.end(), [&](float a, float b) { return b - a < least; }) ==
           places.end();
  };
  if (!apart(starts, widest)) return Travelling::discs;
  if (apart(ends, 2 * widest)) return Travelling::beside;
  const float above = row > 0 ? frame_.row_y[row] - frame_.row_y[row - 1] : frame_.row_y[row] - y_of(0, 0);
  return apart(ends, widest) && above >= 3 * kTravellingHeight * painter_.unit ? Travelling::stacked
                                                                               : Travelling::discs;
}

/// A pill with the value, or a disc. `side`: of the node, where it arrives: -1 is left or below, 1 right or above.
void TreeDrawing::travel(std::uint32_t from_node, std::uint32_t row, const DrawnNode& to, Travelling look,
                         float side) {
  if (!travels(from_node) || to.x < frame_.plot.x || to.x > frame_.plot.right()) return;
  const float x0 = x_of(from_node), y0 = y_of(from_node, row == 0 ? 0 : row - 1);
  const RowShape& shape = shapes_[row];
  const float unit = painter_.unit;
  const Color color = warp_color(to.operation);
  Scene& scene = painter_.scene;
  float x1 = to.x, y1 = frame_.row_y[row];
  const auto move = [&](float width, float height, Color fill, float radius, float stroke) {
    const auto at = [&](float x, float y) {
      return Quad{.rect = {x - width / 2, y - height / 2, width, height},
                  .color = fill,
                  .radius = radius,
                  .stroke = stroke};
    };
    scene.moving_quads.push_back({at(x0, y0), at(x1, y1), 0, kArrival});
  };
  if (look == Travelling::discs) {
    const float disc = std::max(shape.pills ? 8 * unit : shape.width, 3 * unit);
    move(disc + 2 * unit, disc + 2 * unit, painter_.colors.background, disc, 0);
    return move(disc, disc, color, disc / 2, 0);
  }
  const float width = travelling_width(from_node, row), height = kTravellingHeight * unit;
  if (look == Travelling::beside) x1 += side * width / 2;
  if (look == Travelling::stacked) y1 -= side * height / 2;
  move(width, height, painter_.colors.background, 4 * unit, 0);
  move(width, height, color, 4 * unit, 1.5f * unit);
  const auto at = [&](float x, float y) {
    return Text{
        x, y, painter_.small, FontFace::mono, Align::center, painter_.colors.text, value_of(from_node, shape.look)};
  };
  scene.moving_texts.push_back({at(x0, y0), at(x1, y1), 0, kArrival});
}

/// Of a warp that works: its lanes that the condition leaves out, as outlines under their columns.
void TreeDrawing::draw_waiting_lanes(std::uint32_t row) {
  const float side = std::min(6 * painter_.unit, 0.6f * frame_.operations.pitch);
  if (!layout_.by_thread() || frame_.operations.bucket > 1 || side < 2 * painter_.unit) return;
  const std::uint32_t step = layout_.rows()[row].step;
  for (std::uint32_t thread = frame_.operations.begin; thread < frame_.operations.end; ++thread) {
    const std::size_t index = std::size_t{step} * run_.trace->warps_per_block() + thread / kWarpSize;
    if (index >= history_.masks.size()) break;
    const std::uint32_t mask = history_.masks[index] & run_.trace->live_mask(thread / kWarpSize);
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
  const Travelling look = travelling_in(row);
  for (const DrawnNode& node : visible_nodes(layout_.rows()[row])) {
    const auto& operation = layout_.tree().operations[node.operation];
    travel(operation.left, row, node, look, -1);
    travel(operation.right, row, node, look, 1);
  }
  const Appearance merged(painter_.scene);
  const std::size_t picks = painter_.scene.picks.size();
  draw_row(row, Progress::current);
  painter_.scene.picks.resize(picks);  // they are there already
  merged.between(painter_.scene, kArrival, 1);
}

}  // namespace lanescope
