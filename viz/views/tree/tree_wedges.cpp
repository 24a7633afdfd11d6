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
    painter_.scene.lines.push_back({x - half, below, x, bottom, unit, line});
    painter_.scene.lines.push_back({x + half, below, x, bottom, unit, line});
    painter_.scene.lines.push_back({x - half, below, x + half, below, unit, line});
    const float pitch = frame_.elements.pitch;
    std::string count = count_words(column.elements, pitch - 2 * unit, painter_.small);
    const bool beyond = count.empty() && i + 1 == fold->columns.size();  // beside the last one nothing stands
    if (beyond) count = count_words(column.elements, pitch + 8 * unit, painter_.small);
    if (frame_.leaf_pitch >= painter_.small)  // else it would run into what is above
      painter_.text(beyond ? x - pitch / 2 + unit : x, top, count, FontFace::sans, painter_.small,
                    beyond ? Align::left : Align::center, painter_.colors.muted);
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
}

}  // namespace lanescope
