// Pills of equal height; their widths depend only on their labels, so nothing moves when another is chosen.
#include "viz/kit/choices.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kPad = 6, kHeight = 18, kGap = 2;

float width_of(const Painter& painter, const Choice& choice) {
  return std::ceil(painter.width_of(choice.word, FontFace::sans_bold, painter.small) + 2 * kPad * painter.unit);
}

}  // namespace

std::vector<Choice> cycle_of(const std::vector<Choice>& choices) {
  const auto chosen =
      std::find_if(choices.begin(), choices.end(), [](const Choice& choice) { return choice.chosen; });
  if (chosen == choices.end()) return {};
  const Choice& next = chosen + 1 == choices.end() ? choices.front() : *(chosen + 1);
  Choice cycle = next;
  cycle.word = chosen->word + " >";
  cycle.chosen = true;
  return {cycle};
}

float choices_width(const Painter& painter, const std::vector<Choice>& choices) {
  float width = 0;
  for (const Choice& choice : choices) width += width_of(painter, choice) + kGap * painter.unit;
  return std::max(0.0f, width - kGap * painter.unit);
}

void draw_choices(Painter& painter, float x, float y, const std::vector<Choice>& choices) {
  const float height = kHeight * painter.unit;
  for (const Choice& choice : choices) {
    const Rect place{std::round(x), std::round(y - height / 2), width_of(painter, choice), height};
    if (choice.chosen)
      painter.scene.quads.push_back({.rect = place, .color = painter.colors.grid, .radius = 4 * painter.unit});
    painter.outline(place, painter.unit, painter.colors.grid, 4 * painter.unit);
    painter.text(place.x + place.w / 2, y, choice.word, choice.chosen ? FontFace::sans_bold : FontFace::sans,
                 painter.small, Align::center, choice.chosen ? painter.colors.text : painter.colors.muted);
    painter.scene.picks.push_back({place, {}, choice.clicks, choice.tip, choice.name, choice.chooses});
    x = place.right() + kGap * painter.unit;
  }
}

void add_warp_choices(const Painter& painter, std::vector<Choice>& choices, std::uint32_t warps,
                      std::uint32_t shown) {
  if (warps < 2 || painter.content.w < 600 * painter.unit) return;
  const auto warp = [](std::uint32_t number) { return Focus{.step = {}, .warp = number, .lane = {}, .node = {}}; };
  choices.push_back({.word = "<",
                     .tip = tr("Show the previous warp."),
                     .name = "warp_before",
                     .chooses = warp((shown + warps - 1) % warps)});
  choices.push_back(
      {.word = ">", .tip = tr("Show the next warp."), .name = "warp_after", .chooses = warp((shown + 1) % warps)});
}

void header_with_choices(Painter& painter, const std::string& name, const std::string& short_name,
                         const std::string& subtitle, const std::vector<LegendEntry>& legend,
                         const std::vector<Choice>& choices) {
  if (painter.head == Head::none) return;
  const float gap = 12 * painter.unit, whole = painter.content.w, y = painter.content.y + 10 * painter.unit;
  const auto room_beside = [&](const std::string& words) {
    return whole - painter.width_of(words, FontFace::sans_bold, painter.title) - gap;
  };
  std::vector<Choice> shown = choices;
  const auto named_beside = [&](const std::vector<Choice>& beside) {
    const float room = whole - choices_width(painter, beside) - gap;
    // In the line above all columns the tree's half names the same colours.
    if (painter.head == Head::alone)
      return static_cast<std::size_t>(!painter.legend_in_line(short_name, legend, room).empty());
    return painter.legend_on_stage(legend, room).size();
  };
  // A colour without a name is worse than choices behind one.
  const std::vector<Choice> cycle = cycle_of(choices);
  if (choices_width(painter, shown) > room_beside(short_name) || named_beside(cycle) > named_beside(shown))
    shown = cycle;
  float width = choices_width(painter, shown);
  if (width > room_beside(short_name)) {
    shown.clear();
    width = 0;
  }
  const float taken = shown.empty() ? 0 : width + gap;
  const bool for_legend = painter.wants_legend_beside() && !painter.has_legend_beside(name, "", legend, taken) &&
                          painter.has_legend_beside(short_name, "", legend, taken);
  const bool whole_name = room_beside(name) >= width && !for_legend && painter.head == Head::own;
  const std::string& words = whole_name ? name : short_name;
  painter.header(words, subtitle, legend, taken);
  draw_choices(painter, painter.content.right() - width, y, shown);
}

}  // namespace lanescope
