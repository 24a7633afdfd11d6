#include "viz/views/requests/contention.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/kit/choices.h"
#include "viz/views/requests/request_view.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

using Updates = std::map<std::uint64_t, unsigned>;

unsigned most_of(const Updates& updates) {
  unsigned most = 0;
  for (const auto& [element, lanes] : updates) most = std::max(most, lanes);
  return most;
}
unsigned sum_of(const Updates& updates) {
  unsigned sum = 0;
  for (const auto& [element, lanes] : updates) sum += lanes;
  return sum;
}

/// "32 lanes of warp 0 update 27 elements: 3 lanes update the same one and take turns." In few words, what follows
/// from it.
std::vector<std::string> verdict(const Updates& of_warp, std::uint32_t warp) {
  const unsigned most = most_of(of_warp);
  if (of_warp.empty())
    return {tr_format("Warp {} updates nothing here; other warps of its block do.", warp),
            tr("This warp updates nothing here.")};
  const std::string who = tr_format("{} of warp {} update {}", counted(sum_of(of_warp), "lane"), warp,
                                    counted(of_warp.size(), "element"));
  if (most == 1)
    return {tr_format("{}: no two lanes update the same one.", who), tr("No two lanes update the same one.")};
  return {tr_format("{}: {} update the same one and take turns.", who, counted(most, "lane")),
          tr_format("{} update one element, in turns.", counted(most, "lane"))};
}

/// One bar per element: as high as the number of the block's lanes that update it, with the warp's lanes in
/// colour.
void draw_bars(Painter& painter, std::uint64_t elements, const Updates& of_block, const Updates& of_warp) {
  const float unit = painter.unit, line = painter.small + 4 * unit;
  const Rect plot{painter.content.x, painter.content.y + line, painter.content.w, painter.content.h - 2 * line};
  if (plot.h < 12 * unit || elements == 0) return;
  const float pitch = plot.w / static_cast<float>(elements), gap = pitch >= 4 * unit ? unit : 0;
  const float lane_h = plot.h / static_cast<float>(std::max(most_of(of_block), 1u));
  const auto bar = [&](std::uint64_t element, unsigned lanes, Color color) {
    const float height = lane_h * static_cast<float>(lanes);
    painter.scene.quads.push_back({.rect = {plot.x + pitch * static_cast<float>(element), plot.bottom() - height,
                                            std::max(pitch - gap, 1.0f), height},
                                   .color = color});
  };
  for (const auto& [element, lanes] : of_block) {
    bar(element, lanes, painter.colors.grid);
    const auto own = of_warp.find(element);
    const unsigned of_this = own == of_warp.end() ? 0 : own->second;
    bar(element, of_this, of_this > 1 ? painter.colors.divergent_active : painter.colors.active);
    const Rect place{plot.x + pitch * static_cast<float>(element), plot.y, pitch, plot.h};
    painter.scene.picks.push_back({place,
                                   {},
                                   {},
                                   tr_format("Element {}: {} of this warp, {} of the block.", grouped(element),
                                             counted(of_this, "update"), counted(lanes, "update")),
                                   fmt::format("element/{}", element)});
  }
  const auto label = [&](float x, Align align, const std::string& words, float y) {
    painter.text(x, y, words, FontFace::sans, painter.small, align, painter.colors.faint);
  };
  label(plot.x, Align::left, tr_format("most on one element: {}", counted(most_of(of_block), "lane")),
        painter.content.y + line / 2);
  label(plot.x, Align::left, tr_format("element {}", 0), plot.bottom() + line / 2);
  label(plot.right(), Align::right, grouped(elements - 1), plot.bottom() + line / 2);
}

}  // namespace

bool has_contention(const ViewInput& input) {
  const ChosenRequests chosen = choose_requests(input.run, input.state, MemorySpace::shared);
  return chosen.block && chosen.of_block.empty() &&
         !shared_updates(*input.run.trace, *chosen.block, chosen.step).empty();
}

Scene contention_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const Trace& trace = *input.run.trace;
  const ChosenRequests chosen = choose_requests(input.run, input.state, MemorySpace::shared);
  const Updates of_block = shared_updates(trace, *chosen.block, chosen.step),
                of_warp = shared_updates(trace, *chosen.block, chosen.step, chosen.warp);
  std::vector<Choice> choices;
  add_warp_choices(painter, choices, trace.warps_per_block(), chosen.warp);
  using Sample = LegendEntry::Sample;
  const Palette& colors = painter.colors;
  header_with_choices(painter, tr("Banks"), tr("Banks"),
                      tr_format("warp {} · {}", chosen.warp,
                                step_name(*history_in_view(input.run), static_cast<std::uint32_t>(chosen.step))),
                      {{Sample::square,
                        colors.active,
                        {},
                        tr("alone on its element"),
                        tr("No other lane of the warp updates this element in the request."),
                        tr("alone")},
                       {Sample::square,
                        colors.divergent_active,
                        {},
                        tr("lanes that take turns"),
                        tr("Several lanes update one element: the hardware does so one after another."),
                        tr("take turns")},
                       {Sample::square, colors.grid, {}, tr("other warps")}},
                      choices);
  const float line = 20 * painter.unit;
  const auto fits = [&](const std::string& words, float size) {
    return painter.width_of(words, FontFace::sans, size) <= painter.content.w;
  };
  const auto say = [&](const std::string& words, float size, Color color) {
    painter.fitted_text(painter.content.x, painter.content.y + line / 2, words, FontFace::sans, size,
                        painter.content.w, color);
    painter.content.y += line;
    painter.content.h = std::max(1.0f, painter.content.h - line);
  };
  const std::vector<std::string> told = verdict(of_warp, chosen.warp);
  const std::string why =
      tr("Atomic updates of shared memory: how many wavefronts the hardware takes for them is "
         "not documented, so no banks are drawn.");
  painter.scene.picks.push_back({{painter.content.x, painter.content.y, painter.content.w, line},
                                 {},
                                 {},
                                 told.front() + "\n" + why,
                                 "verdict"});
  say(fits(told.front(), painter.body) ? told.front() : told.back(), painter.body, colors.text);
  if (fits(why, painter.small)) say(why, painter.small, colors.muted);  // else half a sentence, which says nothing
  draw_bars(painter, input.run.launch.shared_elements, of_block, of_warp);
  return std::move(painter.scene);
}

}  // namespace lanescope
