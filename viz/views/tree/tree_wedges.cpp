// Folded subtrees: a wedge from the elements down to the node that they become. A click draws one of its subtrees.
#include <algorithm>
#include <cmath>

#include "viz/views/tree/tree_drawing.h"

namespace lanescope {
namespace {

/// As many of the words as fit: "1,024 more", "1,024×", "1k×". A number alone would be that of an element.
std::string count_words(std::uint64_t elements, float room, float size) {
  for (const std::string& words : {tr_format("{} more", grouped(elements)), grouped(elements) + "×"})
    if (text_width(words, FontFace::sans, size) <= room) return words;
  const std::string thousands = short_number(static_cast<double>(elements) / 1000, 2) + "k×";
  return elements >= 1000 && text_width(thousands, FontFace::sans, size) <= room ? thousands : "";
}

/// Columns beside each other that have one label.
struct Labelled {
  std::uint32_t first = 0, last = 0;
  std::uint64_t elements = 0;
  float room = 0;
  std::string words = {};
};

/// A label for each folded column, or one for several that have no room for one each: none stands without.
std::vector<Labelled> labels_of(const TreeFold& fold, float pitch, float beyond, const Painter& painter) {
  std::vector<Labelled> labels;
  const auto last = static_cast<std::uint32_t>(fold.columns.size()) - 1;
  const auto write = [&](Labelled& label) {
    const auto columns = static_cast<float>(label.last - label.first + 1);
    label.room = columns * pitch + (label.last == last ? beyond : -kLabelGap * painter.unit);
    label.words = count_words(label.elements, label.room, painter.small);
  };
  for (std::uint32_t i = 0; i <= last; ++i)
    if (fold.columns[i].elements > 1) {
      labels.push_back({.first = i, .last = i, .elements = fold.columns[i].elements});
      write(labels.back());
    }
  for (std::size_t i = 0; i < labels.size();) {
    const bool joins_next = i + 1 < labels.size() && labels[i].last + 1 == labels[i + 1].first;
    const bool joins_previous = i > 0 && labels[i - 1].last + 1 == labels[i].first;
    if (!labels[i].words.empty() || !(joins_next || joins_previous)) {
      ++i;
      continue;
    }
    if (!joins_next) --i;
    labels[i].last = labels[i + 1].last;
    labels[i].elements += labels[i + 1].elements;
    write(labels[i]);
    labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(i) + 1);
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
