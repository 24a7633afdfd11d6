// Folded subtrees: a wedge from the elements down to the node that they become. A click draws one of its subtrees.
#include <algorithm>
#include <array>
#include <cmath>

#include "viz/views/tree/tree_drawing.h"

namespace lanescope {
namespace {

/// How many elements are folded, from most words to fewest: "1,024 more", "1,024×", "1k×". A number alone would be
/// that of an element.
constexpr std::array<std::string (*)(std::uint64_t), 3> kCountWords = {
    [](std::uint64_t elements) { return tr_format("{} more", grouped(elements)); },
    [](std::uint64_t elements) { return grouped(elements) + "×"; },
    [](std::uint64_t elements) {
      return elements < 1000 ? grouped(elements) + "×"
                             : short_number(static_cast<double>(elements) / 1000, 2) + "k×";
    }};

/// Columns beside each other that have one label.
struct Labelled {
  std::uint32_t first = 0, last = 0;
  std::uint64_t elements = 0;
  std::string words = {};
};

/// A label for each folded column, or one for several that have no room for one each: none stands without. All in
/// the same words, the most that all have room for.
std::vector<Labelled> labels_of(const TreeFold& fold, float pitch, float beyond, const Painter& painter) {
  std::vector<Labelled> labels;
  const auto last = static_cast<std::uint32_t>(fold.columns.size()) - 1;
  const auto fits = [&](const Labelled& label, const std::string& words) {
    const float room = static_cast<float>(label.last - label.first + 1) * pitch +
                       (label.last == last ? beyond : -kLabelGap * painter.unit);
    return text_width(words, FontFace::sans, painter.small) <= room;
  };
  const auto has_room = [&](const Labelled& label) { return fits(label, kCountWords.back()(label.elements)); };
  for (std::uint32_t i = 0; i <= last; ++i)
    if (fold.columns[i].elements > 1)
      labels.push_back({.first = i, .last = i, .elements = fold.columns[i].elements});
  for (std::size_t i = 0; i < labels.size();) {
    const bool joins_next = i + 1 < labels.size() && labels[i].last + 1 == labels[i + 1].first;
    const bool joins_previous = i > 0 && labels[i - 1].last + 1 == labels[i].first;
    if (has_room(labels[i]) || !(joins_next || joins_previous)) {
      ++i;
      continue;
    }
    if (!joins_next) --i;
    labels[i].last = labels[i + 1].last;
    labels[i].elements += labels[i + 1].elements;
    labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  std::erase_if(labels, [&](const Labelled& label) { return !has_room(label); });
  for (const auto words_of : kCountWords) {
    for (Labelled& label : labels) label.words = words_of(label.elements);
    if (std::all_of(labels.begin(), labels.end(), [&](const Labelled& label) { return fits(label, label.words); }))
      break;
  }
  return labels;
}

}  // namespace

void TreeDrawing::draw_folded() {
  const TreeFold* fold = layout_.folded();
  if (!fold) return;
  const float unit = painter_.unit;
  const Color line = mix(painter_.colors.background, painter_.colors.faint, 0.6f);
  for (std::uint32_t i = 0; i < fold->columns.size(); ++i) {
    const FoldColumn& column = fold->columns[i];
    if (column.elements <= 1) continue;
    const float x = frame_.elements.x(i), half = 0.42f * frame_.elements.pitch, top = frame_.leaf_y;
    float bottom = top + 8 * unit;
    for (const std::uint32_t node : column.nodes)
      bottom = std::max(bottom, y_of(node, static_cast<std::uint32_t>(layout_.rows().size()) - 1));
    const float below = std::min(bottom, top + 9 * unit);
    const bool elements = std::all_of(column.nodes.begin(), column.nodes.end(),
                                      [&](std::uint32_t node) { return layout_.is_leaf(node); });
    if (elements) {  // there is nothing above them to fold: the number, or a place for it where lines begin
      if (!elements_have_a_line()) painter_.outline({x - 4 * unit, top - 4 * unit, 8 * unit, 8 * unit}, unit, line);
    } else {
      painter_.scene.lines.push_back({x - half, below, x, bottom, unit, line});
      painter_.scene.lines.push_back({x + half, below, x, bottom, unit, line});
      painter_.scene.lines.push_back({x - half, below, x + half, below, unit, line});
    }
    const std::uint32_t node = column.nodes.front();
    const auto opened = static_cast<double>(column.first_leaf);
    painter_.scene.picks.push_back(
        {.rect = {x - half, top - 9 * unit, 2 * half, std::max(18 * unit, 0.6f * (bottom - top))},
         .focus = {.step = {}, .warp = {}, .lane = {}, .node = node},
         .clicks = {SetTreeCamera{{1, 0.5, opened}}},
         .tip = tr_format("{} more, folded: combined step by step as those that are drawn. "
                          "A click draws one of their subtrees.",
                          counted(column.elements, "element")),
         .name = "folded " + std::to_string(i)});
  }
  if (!elements_have_a_line()) return;
  // Beside the last column nothing stands.
  const float pitch = frame_.elements.pitch, right = frame_.elements.x(layout_.columns() - 1) + pitch / 2;
  for (const Labelled& label :
       labels_of(*fold, pitch, std::max(0.0f, painter_.content.right() - right - unit), painter_)) {
    const float left = frame_.elements.x(label.first) - pitch / 2,
                width = static_cast<float>(label.last - label.first + 1) * pitch;
    const bool beyond = text_width(label.words, FontFace::sans, painter_.small) > width - 2 * unit;
    painter_.text(beyond ? left + unit : left + width / 2, frame_.leaf_y, label.words, FontFace::sans,
                  painter_.small, beyond ? Align::left : Align::center, painter_.colors.muted);
  }
}

}  // namespace lanescope
