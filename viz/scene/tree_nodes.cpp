// The nodes of a reduction tree: pills with values where they fit, discs where not, and the places under the pointer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/scene/tree_drawing.h"

namespace lanescope {

std::string TreeDrawing::value_text(double value) const {
  if (value == std::floor(value) && std::abs(value) < 1e7) return fmt::format("{:.0f}", value);
  return short_number(value);
}

float TreeDrawing::node_radius(float gap, float pitch) const {
  const float unit = painter_.unit;
  return std::max(std::min({0.34f * gap, 0.3f * pitch, 5 * unit}), 1.25f * unit);
}

/// The middle of a pill over `x` that stays inside the plot.
float TreeDrawing::pill_x(float x, float width) const {
  return std::clamp(x, frame_.plot.x + width / 2, std::max(frame_.plot.right() - width / 2, frame_.plot.x + width / 2));
}

void TreeDrawing::pick(float x, float y, float width, float height, const Focus& focus) {
  painter_.scene.picks.push_back({{x - width / 2, y - height / 2, width, height}, focus});
}

Focus TreeDrawing::focus_of(std::uint32_t operation) const {
  const auto& op = layout_.tree().operations[operation];
  return {.step = op.step,
          .warp = op.thread / kWarpSize,
          .lane = op.thread % kWarpSize,
          .node = layout_.tree().leaves() + operation};
}

void TreeDrawing::pill(float x, float y, float width, float height, Color fill, bool filled) {
  const float unit = painter_.unit, radius = 4 * unit;
  const Rect rect{std::round(x - width / 2), std::round(y - height / 2), std::round(width), std::round(height)};
  painter_.scene.overlays.push_back(
      {.rect = rect, .color = filled ? fill : painter_.colors.background, .radius = radius});
  if (!filled) painter_.outline(rect, unit, fill, radius);
}

void TreeDrawing::draw_leaves() {
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit, pitch = frame_.column_pitch, y = frame_.leaf_y;
  const auto& values = layout_.tree().leaf_values;
  float widest = 0;
  const bool maybe_values = pitch >= 16 * unit && frame_.leaf_pitch >= 18 * unit;
  for (std::uint32_t i = frame_.begin; maybe_values && i < std::min(frame_.end, layout_.tree().leaves()); ++i)
    widest = std::max(widest, text_width(value_text(values[i]), FontFace::mono, painter_.small));
  const bool with_values = maybe_values && widest + 10 * unit <= pitch;
  const float side = std::min(0.62f * pitch * static_cast<float>(frame_.bucket), 8 * unit);
  const std::uint32_t begin = frame_.begin / frame_.bucket * frame_.bucket;
  for (std::uint32_t i = begin; i < std::min(frame_.end, layout_.tree().leaves()); i += frame_.bucket) {
    const float x = frame_.x(i), half = std::max(side, widest) / 2;
    if (x - half < frame_.plot.x - 0.5f || x + half > frame_.plot.right() + 0.5f) continue;
    if (with_values) {
      pill(x, y, widest + 6 * unit, 16 * unit, colors.grid, true);
      painter_.text(x, y, value_text(values[i]), FontFace::mono, painter_.small, Align::center, colors.text);
    } else {
      painter_.scene.overlays.push_back({.rect = {x - side / 2, y - side / 2, side, side}, .color = colors.muted});
    }
    pick(x, y, std::max(pitch * static_cast<float>(frame_.bucket), 4 * unit), std::min(frame_.leaf_pitch, 24 * unit),
         {.step = {}, .warp = {}, .lane = {}, .node = i});
  }
}

void TreeDrawing::draw_nodes() {
  for (std::uint32_t i = 0; i < layout_.rows().size(); ++i)
    if (frame_.row_drawn[i]) node_row(i);
}

void TreeDrawing::node_row(std::uint32_t index) {
  const TreeRow& row = layout_.rows()[index];
  const float unit = painter_.unit, pitch = frame_.pitch_of(layout_, index), y = frame_.row_y[index];
  std::vector<DrawnNode> nodes = visible_nodes(row);
  float gap = 1e6f, widest = 0, widest_thread = 0;
  for (const DrawnNode& node : nodes) gap = std::min(gap, node.gap);
  const bool maybe_values = frame_.bucket == 1 && gap >= 18 * unit && pitch >= 20 * unit;
  for (std::size_t i = 0; maybe_values && i < nodes.size(); ++i) {
    const auto& op = layout_.tree().operations[nodes[i].operation];
    widest = std::max(widest, text_width(value_text(op.value), FontFace::mono, painter_.small));
    const std::string thread = "t" + std::to_string(op.thread);
    widest_thread = std::max(widest_thread, text_width(thread, FontFace::sans, painter_.small));
  }
  const bool threads = pitch >= 44 * unit;
  const float width = std::max(widest, threads ? widest_thread : 0) + 10 * unit;
  if (maybe_values && width + 4 * unit <= gap) return pill_row(nodes, index, width, threads);

  for (const DrawnNode& node : nodes) {
    const float radius = node_radius(std::min(node.gap, 24 * unit), pitch);
    if (node.x - radius < frame_.plot.x - radius || node.x + radius > frame_.plot.right() + radius) continue;
    const bool future = progress(row.step) == Progress::future;
    Color color = future ? mix(painter_.colors.background, painter_.colors.faint, 0.6f) : warp_color(node.operation);
    if (!layout_.useful(node.operation)) color = mix(painter_.colors.background, color, 0.4f);
    const Rect rect{node.x - radius, y - radius, 2 * radius, 2 * radius};
    painter_.scene.overlays.push_back({.rect = rect, .color = color, .radius = radius});
    pick(node.x, y, std::clamp(node.gap, 4 * unit, 20 * unit), std::min(pitch, 20 * unit), focus_of(node.operation));
  }
}

void TreeDrawing::pill_row(const std::vector<DrawnNode>& nodes, std::uint32_t index, float width, bool threads) {
  const TreeRow& row = layout_.rows()[index];
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit, y = frame_.row_y[index], height = (threads ? 28 : 16) * unit;
  const Progress done = progress(row.step);
  for (const DrawnNode& node : nodes) {
    if (node.x < frame_.plot.x || node.x > frame_.plot.right()) continue;
    const auto& op = layout_.tree().operations[node.operation];
    const float x = pill_x(node.x, width);
    const Color own = warp_color(node.operation), faint = mix(colors.background, colors.faint, 0.6f);
    const bool current = done == Progress::current;
    pill(x, y, width, height, done == Progress::future ? faint : own, current);
    // Values of steps to come stay hidden: the student may guess.
    const Color words = current ? Color{0, 0, 0, 255} : done == Progress::done ? colors.text : colors.faint;
    const float value_y = threads ? y - 6 * unit : y;
    if (done != Progress::future)
      painter_.text(x, value_y, value_text(op.value), FontFace::mono, painter_.small, Align::center, words);
    if (threads)
      painter_.text(x, y + 7 * unit, "t" + std::to_string(op.thread), FontFace::sans, painter_.small, Align::center,
                    current ? words : done == Progress::done ? colors.muted : colors.faint);
    pick(x, y, width, height, focus_of(node.operation));
  }
}

void TreeDrawing::draw_output() {
  if (frame_.output_y <= 0) return;
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit;
  const auto last = static_cast<std::uint32_t>(history_.steps());
  const bool current = position_ == last, done = position_ >= last;
  const Color line = current ? colors.selection : mix(colors.background, colors.faint, 0.4f);
  const std::string word = "output";
  const float width = text_width(word, FontFace::sans, painter_.small) + 12 * unit;
  const auto& tree = layout_.tree();
  float x = frame_.plot.x + frame_.plot.w / 2;
  if (tree.root != kIdentityNode && !tree.operations.empty()) {
    const std::uint32_t column = layout_.column(tree.root);
    x = pill_x(frame_.x(column == kIdentityNode ? 0 : column), width);
    clipped_line(frame_.x(column), y_of(tree.root, static_cast<std::uint32_t>(frame_.row_y.size()) - 1), x,
                 frame_.output_y, (current ? 2 : 1) * unit, line);
  } else {
    for (std::uint32_t i = frame_.begin / frame_.bucket * frame_.bucket; i < std::min(frame_.end, tree.leaves());
         i += frame_.bucket)
      clipped_line(frame_.x(i), frame_.leaf_y, x, frame_.output_y, unit, line);
  }
  pill(x, frame_.output_y, width, 16 * unit, done ? colors.selection : mix(colors.background, colors.faint, 0.6f), false);
  painter_.text(x, frame_.output_y, word, FontFace::sans, painter_.small, Align::center,
                done ? colors.text : colors.faint);
  if (last > 0) pick(x, frame_.output_y, width, 16 * unit, {.step = last - 1, .warp = {}, .lane = {}, .node = {}});
}

}  // namespace lanescope
