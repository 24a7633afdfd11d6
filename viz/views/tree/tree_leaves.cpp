// The row of elements above a tree: their values, or the numbers of as many as have room.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "viz/views/tree/tree_drawing.h"

namespace lanescope {

namespace {

constexpr float kLeastGapOfPower = 1.5f;  // units
constexpr float kWideLabelGap = 6;        // units: beside a number that is wider than its column
constexpr float kBetweenLabels = 2;       // units: of an element whose number has no room among those of others

/// "2^17"; empty for what is no power of two.
std::string as_power(std::uint64_t number) {
  return std::has_single_bit(number) ? fmt::format("2^{}", std::countr_zero(number)) : "";
}

}  // namespace

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
    // A wide one reaches over those beside it, not over what is folded there.
    const bool in_its_column = own + kLabelGap * painter_.unit <= columns.pitch;
    const float gap = (in_its_column ? kLabelGap : kWideLabelGap) * painter_.unit;
    const bool has_room =
        (in_its_column || (labels.contains(label.first - 1) && labels.contains(label.first + 1))) &&
        std::all_of(shown.begin(), shown.end(), [&](const auto& other) {
          return other.first == label.first ||
                 std::abs(columns.x(other.first) - columns.x(label.first)) >= (own + width(other.second)) / 2 + gap;
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
              side = labels.empty() ? std::min(0.62f * spacing, 8 * unit) : kBetweenLabels * unit;
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

}  // namespace lanescope
