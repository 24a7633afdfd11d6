// Chips are laid out with their long labels, or else with the short ones; groups that still do not fit are left
// out.
#include "viz/kit/choice_chips.h"

#include <algorithm>
#include <cmath>

#include "viz/kit/choices.h"

namespace lanescope {
namespace {

constexpr float kGroupGap = 14;

std::vector<Choice> choices_of(const std::vector<Chip>& group, bool brief) {
  std::vector<Choice> choices;
  for (const Chip& chip : group)
    choices.push_back({.word = brief && !chip.short_label.empty() ? chip.short_label : chip.label,
                       .chosen = chip.lit,
                       .clicks = chip.clicks,
                       .tip = chip.tip,
                       .name = chip.name});
  return choices;
}

float group_width(const Painter& painter, const std::vector<Chip>& group, bool brief) {
  return choices_width(painter, choices_of(group, brief));
}

float groups_width(const Painter& painter, const ChipGroups& groups, bool brief) {
  float width = -kGroupGap * painter.unit;
  for (const auto& group : groups) width += group_width(painter, group, brief) + kGroupGap * painter.unit;
  return width;
}

/// Draws between `left` and `right`.
void draw_groups(Painter& painter, const ChipGroups& groups, bool brief, float left, float right, float middle) {
  float x = std::round(left);
  for (const auto& group : groups) {
    const float width = group_width(painter, group, brief);
    if (x + width > right + 0.5f) continue;
    draw_choices(painter, x, middle, choices_of(group, brief));
    x += width + kGroupGap * painter.unit;
  }
}

}  // namespace

void header_with_chips(Painter& painter, const std::string& name, const std::string& subtitle,
                       const ChipGroups& groups) {
  const float unit = painter.unit, whole = painter.content.w;
  const float name_w = painter.width_of(name, FontFace::sans_bold, painter.title) + 24 * unit;
  // The subtitle's first part is worth shorter chips.
  const float subtitle_w =
      painter.width_of(subtitle.substr(0, subtitle.find(" · ")), FontFace::sans, painter.body) + 12 * unit;
  for (const bool brief : {false, true}) {
    const float chips = groups_width(painter, groups, brief);
    if (name_w + chips + (brief ? 0 : subtitle_w) > whole) continue;
    const float right = painter.content.right();
    draw_groups(painter, groups, brief, right - chips, right, painter.content.y + 10 * unit);
    painter.content.w = whole - chips - 16 * unit;
    painter.header(name, subtitle, {});
    painter.content.w = whole;
    return;
  }
  painter.header(name, subtitle, {});
  const bool brief = groups_width(painter, groups, false) > whole;
  draw_groups(painter, groups, brief, painter.content.x, painter.content.right(), painter.content.y + 10 * unit);
  painter.content.y += 24 * unit;
  painter.content.h = std::max(0.0f, painter.content.h - 24 * unit);
}

}  // namespace lanescope
