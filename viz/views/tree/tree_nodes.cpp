// The nodes of a reduction tree: pills with values where they fit, discs where not, and the places under the
// pointer.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "engine/analysis/step_facts.h"
#include "viz/kit/motion.h"
#include "viz/views/shared/lane_columns.h"
#include "viz/views/tree/tree_drawing.h"

namespace lanescope {

namespace {

/// Width of a column, in units, from which a value may stand in a node.
constexpr float kMinPillWidth = 9;
constexpr float kSmallerLetters = 0.85f;  // of values that stand close

constexpr float kLeastGapOfPower = 1.5f;  // units

/// "2^17"; empty for what is no power of two.
std::string as_power(std::uint64_t number) {
  return std::has_single_bit(number) ? fmt::format("2^{}", std::countr_zero(number)) : "";
}

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

/// An element waits, is read by the current step, or has been read.
Color TreeDrawing::leaf_color(std::uint32_t leaf) const {
  const Palette& colors = painter_.colors;
  const std::uint32_t step = layout_.reading_step(leaf);
  if (step == kIdentityNode) return colors.muted;
  switch (progress(step)) {
    case Progress::current:
      return colors.text;
    case Progress::done:
      return mix(colors.background, colors.muted, 0.8f);
    case Progress::future:
      break;
  }
  return colors.muted;
}

/// Words must be read also where the element has been.
Color TreeDrawing::leaf_word_color(std::uint32_t leaf) const {
  const std::uint32_t step = layout_.reading_step(leaf);
  return step != kIdentityNode && progress(step) == Progress::current ? painter_.colors.text
                                                                      : painter_.colors.muted;
}

/// Which elements the columns of a folded tree stand for, counted from the first of the block: by how far those
/// that meet first are apart two kernels may differ, whose folded trees look alike. Where not all have room, those
/// two first, and then as many others as have.
std::map<std::uint32_t, std::string> TreeDrawing::folded_labels() const {
  std::map<std::uint32_t, std::string> labels;
  const TreeColumns& columns = frame_.elements;
  if (!elements_have_a_line() || columns.bucket > 1) return labels;
  const auto width = [&](const std::string& words) { return text_width(words, FontFace::mono, painter_.small); };
  const auto& elements = layout_.tree().leaf_elements;
  float widest = 0;
  for (std::uint32_t i = 0; i < layout_.columns(); ++i) {
    const std::uint32_t leaf = layout_.leaf_at(i);
    if (leaf == kIdentityNode || !layout_.is_leaf(leaf)) continue;
    const auto first = elements.front(), own = elements[leaf];
    labels[i] = grouped(own >= first ? own - first : own);
    widest = std::max(widest, width(labels[i]));
  }
  if (labels.empty() || widest + kLabelGap * painter_.unit <= columns.pitch) return labels;
  auto shown = labels_of_first_pair(labels);
  for (const auto& label : labels) {
    const float own = width(label.second);
    const bool has_room =
        own + kLabelGap * painter_.unit <= columns.pitch &&
        std::all_of(shown.begin(), shown.end(), [&](const auto& other) {
          return other.first == label.first || std::abs(columns.x(other.first) - columns.x(label.first)) >=
                                                   (own + width(other.second)) / 2 + kLabelGap * painter_.unit;
        });
    if (has_room) shown.insert(label);
  }
  return shown;
}

/// The labels of the first element and of the one that it meets first; none where they have no room.
std::map<std::uint32_t, std::string> TreeDrawing::labels_of_first_pair(
    const std::map<std::uint32_t, std::string>& labels) const {
  const TreeColumns& columns = frame_.elements;
  const auto& elements = layout_.tree().leaf_elements;
  const auto width = [&](const std::string& words) { return text_width(words, FontFace::mono, painter_.small); };
  const std::uint32_t one = labels.begin()->first;
  std::uint32_t node = layout_.leaf_at(one);
  const auto& operations = layout_.tree().operations;
  for (std::uint32_t k = 0; k < operations.size(); ++k) {
    if (operations[k].left != node && operations[k].right != node) continue;
    const std::uint32_t other = operations[k].left == node ? operations[k].right : operations[k].left;
    if (other == kIdentityNode) {  // a sum that begins with nothing
      node = layout_.tree().leaves() + k;
      continue;
    }
    if (!layout_.is_leaf(other)) break;
    const std::uint32_t at = layout_.column(other);
    if (!labels.contains(at) || layout_.leaf_at(at) != other || at <= one) break;
    const float room = columns.pitch * static_cast<float>(at - one);
    // A power is seen to be another number also where it is near.
    for (const auto& [words, gap] :
         {std::pair{labels.at(at), kLabelGap}, {as_power(elements[other] - elements.front()), kLeastGapOfPower}})
      if (!words.empty() && (width(labels.at(one)) + width(words)) / 2 + gap * painter_.unit <= room)
        return {{one, labels.at(one)}, {at, words}};
    break;
  }
  return {};
}

/// Whether the label of a column beside reaches over this one's square.
bool TreeDrawing::covered_by_label(const std::map<std::uint32_t, std::string>& labels, std::uint32_t column,
                                   float side) const {
  return std::any_of(labels.begin(), labels.end(), [&](const auto& label) {
    const float half = text_width(label.second, FontFace::mono, painter_.small) / 2;
    return std::abs(frame_.elements.x(label.first) - frame_.elements.x(column)) <
           half + side / 2 + 4 * painter_.unit;
  });
}

TreeDrawing::ValueFormat TreeDrawing::leaf_format() const {
  const TreeColumns& columns = frame_.elements;
  const float unit = painter_.unit;
  // Folded trees beside each other have values, or numbers, whatever the values are.
  const float least =
      layout_.folded() ? text_width("0.0000", FontFace::mono, painter_.small) + 2 * unit : kMinPillWidth * unit;
  if (columns.pitch < least || frame_.leaf_pitch < kMinPillPitch * unit) return {};
  std::vector<double> shown;
  for (std::uint32_t i = columns.begin; i < std::min(columns.end, layout_.columns()); ++i)
    if (layout_.leaf_at(i) != kIdentityNode) shown.push_back(layout_.tree().leaf_values[layout_.leaf_at(i)]);
  const ValueFormat format = fit_values(shown, columns.pitch - 6 * unit, painter_.small);
  return format.width > 0 ? format : fit_values(shown, columns.pitch - 2 * unit, painter_.small);
}

std::string TreeDrawing::leaves_word() const {
  return leaf_labels_.empty() ? tr("elements") : tr("index");
}

void TreeDrawing::draw_leaves() {
  const Palette& colors = painter_.colors;
  const TreeColumns& columns = frame_.elements;
  const float unit = painter_.unit, y = frame_.leaf_y;
  const auto& values = layout_.tree().leaf_values;
  const std::uint32_t end = std::min(columns.end, layout_.columns());
  const ValueFormat& format = leaf_format_;
  const auto& labels = leaf_labels_;
  const float spacing = columns.pitch * static_cast<float>(columns.bucket),
              side = std::min(0.62f * spacing, 8 * unit);
  for (std::uint32_t i = columns.begin / columns.bucket * columns.bucket; i < end; i += columns.bucket) {
    const float x = columns.x(i);
    const std::uint32_t leaf = layout_.leaf_at(i);
    if (leaf == kIdentityNode || x < frame_.plot.x || x > frame_.plot.right()) continue;
    if (format.width > 0) {
      pill(x, y, std::min(format.width + 4 * unit, columns.pitch - unit), 16 * unit, colors.grid, true);
      painter_.text(x, y, plain_value(values[leaf], format.look), FontFace::mono, painter_.small, Align::center,
                    leaf_word_color(leaf));
    } else if (const auto label = labels.find(i); label != labels.end()) {
      // Edges begin below it, not in it.
      const float wide = text_width(label->second, FontFace::mono, painter_.small) + 2 * unit,
                  high = std::min(painter_.small, frame_.leaf_pitch);
      painter_.scene.overlays.push_back({.rect = {x - wide / 2, y - high / 2, wide, high},
                                         .color = frame_.own_band.h > 0 ? colors.coarsen_band : colors.background});
      painter_.text(x, y, label->second, FontFace::mono, painter_.small, Align::center, leaf_word_color(leaf));
    } else if (!covered_by_label(labels, i, side)) {
      painter_.scene.overlays.push_back(
          {.rect = {x - side / 2, y - side / 2, side, side}, .color = leaf_color(leaf)});
    }
    pick(x, y, std::max(spacing, 4 * unit), std::min(frame_.leaf_pitch, 24 * unit),
         {.step = {}, .warp = {}, .lane = {}, .node = leaf});
  }
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
