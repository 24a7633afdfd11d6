// The nodes of a reduction tree: pills with values where they fit, discs where not, and the places under the
// pointer.
#include <algorithm>
#include <cmath>

#include "engine/analysis/step_facts.h"
#include "viz/kit/motion.h"
#include "viz/views/shared/lane_columns.h"
#include "viz/views/tree/tree_drawing.h"

namespace lanescope {

namespace {

constexpr float kSmallerLetters = 0.85f;  // of values that stand close

}  // namespace

double TreeDrawing::shown_value(std::uint32_t operation) const {
  return rounding_ ? rounding_->errors[layout_.tree().leaves() + operation]
                   : layout_.tree().operations[operation].value;
}

Color TreeDrawing::node_color(std::uint32_t operation) const {
  return rounding_ ? rounding_color(*rounding_, shown_value(operation), painter_.colors) : warp_color(operation);
}

TreeDrawing::ValueFormat TreeDrawing::fit_values(const std::vector<double>& values, float room,
                                                 float letters) const {
  constexpr int kMaxDigits = 4, kMinDigits = 2;
  float widest = 0;
  const auto look = look_that_fits(kMaxDigits, kMinDigits, [&](const ValueLook& tried) {
    widest = 0;
    for (const double value : values)
      widest = std::max(widest, text_width(plain_value(value, tried), FontFace::mono, letters));
    return widest <= room;
  });
  return look ? ValueFormat{*look, widest} : ValueFormat{};
}

/// The middle of a pill over `x` that stays inside the picture.
float TreeDrawing::pill_x(float x, float width) const {
  const float left = frame_.left + width / 2, right = painter_.content.right() - width / 2;
  return std::clamp(x, left, std::max(left, right));
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

void TreeDrawing::draw_nodes() {
  for (std::uint32_t i = 0; i < layout_.rows().size(); ++i) {
    // The places of a step under way are seen, but not yet what will be there.
    const Progress done = progress(layout_.rows()[i].step);
    if (frame_.row_drawn[i] || done == Progress::current)
      draw_row(i, moving_ && done == Progress::current ? Progress::future : done);
  }
}

void TreeDrawing::draw_row(std::uint32_t index, Progress done) {
  shapes_[index].pills ? pill_row(index, done) : disc_row(index, done);
}

TreeDrawing::RowContent TreeDrawing::row_content(std::uint32_t index) const {
  RowContent content{.pitch = frame_.pitch_of(layout_, index)};
  const std::vector<DrawnNode> nodes = visible_nodes(layout_.rows()[index]);
  for (const DrawnNode& node : nodes) {
    content.gap = std::min(content.gap, node.gap);
    content.values.push_back(shown_value(node.operation));
    const std::string thread = "t" + std::to_string(layout_.tree().operations[node.operation].thread);
    content.widest_thread = std::max(content.widest_thread, text_width(thread, FontFace::sans, painter_.small));
  }
  if (nodes.empty()) return content;
  // Wide ones at the edges are moved inwards, towards those beside them (pill_x()).
  const float edge = std::min(nodes.front().x - frame_.left, painter_.content.right() - nodes.back().x);
  content.gap = std::min(content.gap, std::max(0.5f * content.gap + edge, 0.5f * content.gap));
  return content;
}

TreeDrawing::RowShape TreeDrawing::row_shape(const RowContent& content) const {
  const float unit = painter_.unit, pitch = content.pitch, gap = content.gap;
  const float disc = 2 * std::max(std::min({0.34f * gap, 0.3f * pitch, 5 * unit}), 1.25f * unit);
  const RowShape discs{false, false, disc, disc, {}, painter_.small};
  if (frame_.operations.bucket > 1 || gap < kMinPillWidth * unit || pitch < kMinPillPitch * unit) return discs;
  const float height = std::min(16 * unit, pitch - 3 * unit);
  for (const float around : {10 * unit, 6 * unit}) {
    const float room = gap - around;
    const ValueFormat format = fit_values(content.values, room, painter_.small);
    if (format.width == 0) continue;
    const bool threads = pitch >= 44 * unit && content.widest_thread <= room;
    const float width = std::max(format.width, threads ? content.widest_thread : 0) + around - 2 * unit;
    return {true,        threads,       std::round(width), std::round(threads ? 28 * unit : height),
            format.look, painter_.small};
  }
  // Values that stand close have no room beside them; the large letters of the stage may be a little smaller.
  for (const float letters :
       {painter_.small, painter_.on_stage ? std::floor(kSmallerLetters * painter_.small) : painter_.small})
    if (const ValueFormat tight = fit_values(content.values, gap - unit, letters); tight.width > 0)
      return {true, false, std::round(tight.width + unit), std::round(height), tight.look, letters};
  return discs;
}

/// Rows of a whole tree have the more room the lower they are. Most of a folded one have about as much as each
/// other, so their nodes are of one size; of those with less room each has its own.
void TreeDrawing::shape_rows() {
  const auto rows = static_cast<std::uint32_t>(layout_.rows().size());
  std::vector<RowContent> contents;
  float gap = 0, width = 0;
  for (std::uint32_t i = 0; i < rows; ++i) {
    contents.push_back(row_content(i));
    shapes_.push_back(row_shape(contents.back()));
    if (shapes_.back().pills && contents.back().values.size() > 1) gap = std::max(gap, contents.back().gap);
  }
  if (!layout_.folded()) return;
  for (std::uint32_t i = 0; i < rows; ++i) {
    if (gap > 0) contents[i].gap = std::min(contents[i].gap, gap);
    shapes_[i] = row_shape(contents[i]);
    if (shapes_[i].pills) width = std::max(width, shapes_[i].width);
  }
  for (std::uint32_t i = 0; i < rows; ++i)
    if (shapes_[i].pills && width <= contents[i].gap - 2 * painter_.unit) shapes_[i].width = width;
}

Rect TreeDrawing::node_rect(const DrawnNode& node, std::uint32_t row) const {
  const RowShape& shape = shapes_[row];
  const float x = shape.pills ? pill_x(node.x, shape.width) : node.x, y = frame_.row_y[row];
  return {x - shape.width / 2, y - shape.height / 2, shape.width, shape.height};
}

void TreeDrawing::disc_row(std::uint32_t index, Progress done) {
  const float unit = painter_.unit, y = frame_.row_y[index];
  const bool future = done == Progress::future;
  for (const DrawnNode& node : visible_nodes(layout_.rows()[index])) {
    if (node.x < frame_.plot.x || node.x > frame_.plot.right()) continue;
    Color color =
        future ? mix(painter_.colors.background, painter_.colors.faint, 0.6f) : node_color(node.operation);
    if (!layout_.useful(node.operation)) color = mix(painter_.colors.background, color, 0.4f);
    Rect rect = node_rect(node, index);
    if (rounding_ && !future) {  // exact sums are small, so that the errors are seen without colour, too
      const float side = rect.w * (0.5f + 0.6f * share_of_largest(*rounding_, shown_value(node.operation)));
      rect = {node.x - side / 2, y - side / 2, side, side};
    }
    painter_.scene.overlays.push_back({.rect = rect, .color = color, .radius = rect.h / 2});
    pick(node.x, y, std::clamp(node.gap, 4 * unit, 20 * unit), std::min(frame_.pitch_of(layout_, index), 20 * unit),
         focus_of(node.operation));
  }
}

void TreeDrawing::pill_row(std::uint32_t index, Progress done) {
  const Palette& colors = painter_.colors;
  const RowShape& shape = shapes_[index];
  const float unit = painter_.unit, y = frame_.row_y[index];
  const bool current = done == Progress::current, future = done == Progress::future;
  for (const DrawnNode& node : visible_nodes(layout_.rows()[index])) {
    if (node.x < frame_.plot.x || node.x > frame_.plot.right()) continue;
    const auto& op = layout_.tree().operations[node.operation];
    const float x = pill_x(node.x, shape.width);
    Color own = future ? mix(colors.background, colors.faint, 0.6f) : node_color(node.operation);
    if (!layout_.useful(node.operation)) own = mix(colors.background, own, 0.4f);
    pill(x, y, shape.width, shape.height, own, current);
    // Values of steps to come stay hidden: the student may guess.
    const Color words = current ? Color{0, 0, 0, 255} : colors.text;
    if (!future)
      painter_.text(x, shape.threads ? y - 6 * unit : y, plain_value(shown_value(node.operation), shape.look),
                    FontFace::mono, shape.letters, Align::center, words);
    if (shape.threads)
      painter_.text(x, future ? y : y + 7 * unit, "t" + std::to_string(op.thread), FontFace::sans, painter_.small,
                    Align::center,
                    current  ? words
                    : future ? colors.faint
                             : colors.muted);
    pick(x, y, shape.width, shape.height, focus_of(node.operation));
  }
}

bool TreeDrawing::works_now(std::uint32_t thread) const {
  if (position_ == 0 || position_ > history_.steps()) return false;
  const std::size_t index = std::size_t{position_ - 1} * run_.trace->warps_per_block() + thread / kWarpSize;
  return index < history_.masks.size() && (history_.masks[index] >> thread % kWarpSize & 1) != 0;
}

void TreeDrawing::draw_threads() {
  if (frame_.threads_y <= 0) return;
  const Palette& colors = painter_.colors;
  const TreeColumns& columns = frame_.operations;
  const std::uint32_t count = columns.end - columns.begin;
  const float unit = painter_.unit, y = frame_.threads_y;
  const auto place = [&](std::uint32_t i) {
    return Rect{columns.x(columns.begin + i) - columns.pitch / 2, y, columns.pitch, 0};
  };
  // A ruler across the lines, which go on below it.
  painter_.scene.overlays.push_back({.rect = {frame_.plot.x, y - 6 * unit, frame_.plot.w, 12 * unit},
                                     .color = frame_.own_band.h > 0 ? colors.coarsen_band : colors.background});
  for (const NumberAbove& number :
       numbers_above(painter_, {.count = count, .first = columns.begin, .left = frame_.plot.x}, place)) {
    const bool works = works_now(columns.begin + number.index);
    painter_.text(number.x, y, number.words, works ? FontFace::sans_bold : FontFace::sans, painter_.small,
                  Align::left, works ? colors.text : colors.faint);
  }
}

/// Of the block: what other blocks put into the same output is not in its tree. Empty where nobody has computed it
/// yet.
std::string TreeDrawing::output_value() const {
  constexpr int kDigits = 6;
  const auto& results = layout_.results();
  const CombineTree& tree = layout_.tree();
  const std::uint32_t node = layout_.result_count() == 1 && !results.empty() ? results[0] : tree.root;
  if (node == kIdentityNode || node >= tree.leaves() + tree.operations.size())
    return run_.result ? plain_value(run_.result->value, {kDigits}) : "";
  return plain_value(node < tree.leaves() ? tree.leaf_values[node] : tree.operations[node - tree.leaves()].value,
                     {kDigits});
}

std::string TreeDrawing::output_words() const {
  if (run_.launch.grid_dim <= 1) return tr("output");
  const bool updates = history_.steps() > 0 && commits_atomically(run_.launch, history_, history_.steps() - 1);
  return updates ? tr("this block's part of the output") : tr("stored as a partial sum");
}

void TreeDrawing::draw_output() {
  if (frame_.output_y <= 0) return;
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit, y = frame_.output_y;
  const auto last = static_cast<std::uint32_t>(history_.steps());
  const bool current = position_ == last, done = position_ >= last;
  const Color line = current ? colors.selection : mix(colors.background, colors.faint, 0.4f);
  const std::string value = output_value();
  // As wide before the value is there as with it: nothing moves when it comes.
  const float width = std::max(28 * unit, text_width(value, FontFace::mono, painter_.small) + 12 * unit);
  const auto& results = layout_.results();
  const float x = results.size() == 1 ? pill_x(x_of(results[0]), width) : frame_.plot.x + frame_.plot.w / 2;
  const auto last_row = static_cast<std::uint32_t>(std::max<std::size_t>(frame_.row_y.size(), 1)) - 1;
  std::uint32_t drawn_bucket = kIdentityNode;
  for (const std::uint32_t node : results) {
    const TreeColumns& columns = layout_.is_leaf(node) ? frame_.elements : frame_.operations;
    const std::uint32_t bucket = layout_.column(node) / columns.bucket;
    if (bucket == drawn_bucket) continue;
    drawn_bucket = bucket;
    const float from = x_of(node);
    clipped_line(from, y_of(node, last_row), results.size() == 1 ? from : x, y, (current ? 1.5f : 1) * unit, line);
  }
  const bool arriving = current && moving_;
  if (!done || arriving) pill(x, y, width, 16 * unit, mix(colors.background, colors.faint, 0.6f), false);
  const Appearance arrived(painter_.scene);
  if (done) {
    pill(x, y, width, 16 * unit, colors.selection, false);
    painter_.text(x, y, value, FontFace::mono, painter_.small, Align::center, colors.text);
  }
  if (arriving) arrived.between(painter_.scene, kArrival, 1);
  const std::string whole = output_words();
  std::string queued = whole;
  if (layout_.result_count() > 1)
    queued += tr(", ") + tr_format("{}, one after another", counted(layout_.result_count(), "atomic update"));
  const float right = x + width / 2 + 8 * unit;
  for (const std::string& words :
       {queued, whole, std::string(run_.launch.grid_dim > 1 ? tr("block's part") : tr("output"))}) {
    if (right + text_width(words, FontFace::sans, painter_.small) > painter_.content.right()) continue;
    painter_.text(right, y, words, FontFace::sans, painter_.small, Align::left, done ? colors.muted : colors.faint);
    break;
  }
  if (last > 0) pick(x, y, width, 16 * unit, {.step = last - 1, .warp = {}, .lane = {}, .node = {}});
}

}  // namespace lanescope
