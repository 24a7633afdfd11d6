// Chips are laid out with their long labels, then with the short ones; groups that still find no room are left out.
#include "viz/scene/choice_chips.h"

#include <cmath>

namespace lanescope {
namespace {

constexpr float kHeight = 20, kPadding = 8, kGap = 2, kGroupGap = 14;

const std::string& label_of(const Chip& chip, bool brief) {
  return brief && !chip.short_label.empty() ? chip.short_label : chip.label;
}

float chip_width(const Painter& painter, const Chip& chip, bool brief) {
  return std::ceil(painter.width_of(label_of(chip, brief), FontFace::sans, painter.small)) +
         2 * kPadding * painter.unit;
}

float group_width(const Painter& painter, const std::vector<Chip>& group, bool brief) {
  float width = -kGap * painter.unit;
  for (const Chip& chip : group) width += chip_width(painter, chip, brief) + kGap * painter.unit;
  return width;
}

float groups_width(const Painter& painter, const ChipGroups& groups, bool brief) {
  float width = -kGroupGap * painter.unit;
  for (const auto& group : groups) width += group_width(painter, group, brief) + kGroupGap * painter.unit;
  return width;
}

void draw_chip(Painter& painter, const Chip& chip, bool brief, const Rect& rect) {
  const Palette& colors = painter.colors;
  const float unit = painter.unit;
  painter.scene.overlays.push_back(
      {.rect = rect, .color = chip.lit ? colors.selection : colors.raised, .radius = 4 * unit});
  painter.text(rect.x + rect.w / 2, rect.y + rect.h / 2, label_of(chip, brief), FontFace::sans, painter.small,
               Align::center, chip.lit ? colors.background : colors.text);
  painter.scene.picks.push_back({rect, {}, chip.clicks, chip.tip, chip.name});
}

/// From `left` on, as far as `right`.
void draw_groups(Painter& painter, const ChipGroups& groups, bool brief, float left, float right, float middle) {
  const float unit = painter.unit, height = std::round(kHeight * unit);
  float x = std::round(left);
  for (const auto& group : groups) {
    if (x + group_width(painter, group, brief) > right + 0.5f) continue;
    for (const Chip& chip : group) {
      const float width = chip_width(painter, chip, brief);
      draw_chip(painter, chip, brief, {x, std::round(middle - height / 2), width, height});
      x += width + kGap * unit;
    }
    x += (kGroupGap - kGap) * unit;
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
