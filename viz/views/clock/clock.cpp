// The cost clock: what the block shown has paid so far, as a bar that grows with it. Where variants do the same
// work their bars have one scale, so that in lock step the one that pays more is seen to fall behind; where a block
// of one does more of it than a block of another, that scale is one of costs per element. Low, it is a strip below
// a variant's pictures, and tells of the unit that is chosen; high, it tells of all.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/analysis/block_cost.h"
#include "engine/analysis/block_work.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/kit/choices.h"
#include "viz/views/clock/cost_clock.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/shared/times.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

// In units: height from which chips stand above the bar, and from which there is a bar a kind.
constexpr float kTwoLinesFrom = 44, kAllKindsFrom = 120;
// Of all kinds: the width from which a number has room beside its bar, and the height of a line where it has not.
constexpr float kBesideFrom = 420, kStackedLine = 20;
/// Of numbers_of(): the first one without what is left out for want of room.
constexpr std::size_t kShortNumber = 2;
constexpr float kGap = 8, kBarHeight = 10, kLeastBar = 40, kShortestBar = 22, kLeastPart = 5;

/// Words alone take less room than numbers.
FontFace face_of(const CostClock& clock, bool said, std::size_t form) {
  return form >= kShortNumber && !said && clock.scale != CostScale::of_blocks ? FontFace::sans : FontFace::mono;
}

/// The widest that stands beside any variant's bar, so that all bars are as long.
float number_width(const Painter& painter, const ViewInput& input, const CostClock& clock, bool said,
                   std::size_t form) {
  float width = 0;
  for (const auto& other : input.variants) {
    if (!other) continue;
    const std::uint64_t most = cost_of(*other, clock.kind);
    CostClock theirs = clock;
    theirs.elements = clock_elements(*other);
    const auto choices = numbers_of(most, most, theirs, input.variants.size() > 1, said);
    width = std::max(width, painter.width_of(choices[form], face_of(clock, said, form), painter.small));
  }
  return width;
}

float time_width(const Painter& painter, const ViewInput& input, bool with_kind) {
  float width = 0;
  for (const auto& other : input.variants)
    if (other)
      width =
          std::max(width, painter.width_of(time_words(input, *other, with_kind), FontFace::sans, painter.small));
  return width;
}

/// Quads from `first` on become longer one after another, as the bar is paid from left to right.
void grow(Scene& scene, std::size_t first, float left, float right) {
  for (std::size_t i = first; i < scene.quads.size(); ++i) {
    const Quad& whole = scene.quads[i];
    Quad nothing = whole;
    nothing.rect.w = 0;
    const auto moment = [&](float x) { return (x - left) / std::max(right - left, 1.0f); };
    scene.moving_quads.push_back({nothing, whole, moment(whole.rect.x), moment(whole.rect.right())});
  }
  scene.quads.resize(first);
}

/// The steps' parts, one after another: of warp-steps as the lanes above have them, warps in which lanes wait in
/// their colour. `position` steps are paid for; the last of them is underlined.
void draw_paid(Painter& painter, const ViewInput& input, const CostClock& clock, const Rect& bar) {
  const Palette& colors = painter.colors;
  const auto x_of = [&](double paid) {
    return bar.x + bar.w * static_cast<float>(paid / std::max(clock.longest, 1e-9));
  };
  const auto part = [&](double from, double to, Color color) {
    const float x = x_of(from), w = x_of(to) - x;
    if (w > 0) painter.scene.quads.push_back({.rect = {x, bar.y, w, bar.h}, .color = color});
  };
  const auto& steps = input.run.metrics.block.steps;
  const std::size_t done = std::min<std::size_t>(input.state.position, clock.paid.size() - 1);
  const bool by_warp = clock.kind == CostKind::warp_steps && steps.size() + 1 == clock.paid.size();
  const Color full = by_warp ? colors.active : colors.edge;
  part(0, static_cast<double>(clock.total), colors.retired);
  part(0, static_cast<double>(clock.paid[0]), colors.edge);
  // Neighbours of one colour are one part: each with an edge of its own between two pixels would be paler than the
  // whole.
  double full_from = static_cast<double>(clock.paid[0]), waits_from = full_from, end = full_from;
  const auto flush = [&] {
    part(full_from, waits_from, full);
    part(waits_from, end, colors.divergent_active);
    full_from = waits_from = end;
  };
  for (std::size_t step = 0; step < done; ++step) {
    const bool moves = input.state.moving && step + 1 == done;
    const auto from = static_cast<double>(clock.paid[step]), to = static_cast<double>(clock.paid[step + 1]);
    const double waits = by_warp ? to - steps[step].divergent_warps : to;
    const bool goes_on = !moves && (waits_from == end || waits == from);  // no full part after lanes that wait
    if (!goes_on) flush();
    const std::size_t before = painter.scene.quads.size();
    if (waits_from == end) waits_from = waits;
    end = to;
    if (!moves) continue;
    flush();
    grow(painter.scene, before, x_of(from), x_of(to));
  }
  flush();
  // Where one step ends and the next begins, of parts that are wide enough.
  for (std::size_t step = 1; step + 1 < clock.paid.size(); ++step) {
    const float begin = x_of(static_cast<double>(clock.paid[step - 1])),
                end = x_of(static_cast<double>(clock.paid[step]));
    if (end - begin >= kLeastPart * painter.unit)
      painter.scene.quads.push_back(
          {.rect = {end - painter.unit, bar.y, painter.unit, bar.h}, .color = colors.background});
  }
  if (done == 0 || clock.total == 0) return;  // a mark under nothing would be one of something
  const float from = x_of(static_cast<double>(clock.paid[done - 1])),
              to = x_of(static_cast<double>(clock.paid[done]));
  const float width = std::max(to - from - painter.unit, 2 * painter.unit);
  painter.scene.quads.push_back(
      {.rect = {std::max(bar.x, to - painter.unit - width), bar.bottom() + painter.unit, width, 2 * painter.unit},
       .color = colors.text});
}

/// From `left` to `right` around the line at `y`: the bar, `height` units high, its number if it is not said
/// elsewhere, and where it is lit the time of the run, if one is known.
void draw_clock(Painter& painter, const ViewInput& input, const CostClock& clock, float left, float right, float y,
                bool lit, bool numbered = true, float height = kBarHeight) {
  const float unit = painter.unit, gap = kGap * unit;
  const Palette& colors = painter.colors;
  if (clock.paid.empty()) {
    painter.fitted_text(left, y, tr("not recorded"), FontFace::sans, painter.small, right - left, colors.faint);
    return;
  }
  const bool several = input.variants.size() > 1;
  const auto choices = numbers_of(clock.now, clock.total, clock, several, false);
  std::size_t form = 0;
  const auto width_as = [&](std::size_t chosen) { return number_width(painter, input, clock, false, chosen); };
  // For a number a bar may be shorter than for words beside it.
  const auto least_bar = [&] { return (form >= kShortNumber ? 1 : 2) * kLeastBar * unit; };
  while (form + 1 < choices.size() && right - left - width_as(form) - gap < least_bar()) ++form;
  const float number = numbered ? width_as(form) : 0, beside = numbered ? gap : 0;
  bool with_kind = true;
  float time = lit ? time_width(painter, input, with_kind) : 0;
  const auto bar_room = [&] { return right - left - number - beside - (time > 0 ? time + gap : 0); };
  if (time > 0 && bar_room() < 3 * kLeastBar * unit) {
    with_kind = false;
    time = time_width(painter, input, with_kind);
  }
  if (bar_room() < 2 * kLeastBar * unit) time = 0;
  const float end = right - (time > 0 ? time + gap : 0);
  if (time > 0)
    painter.text(right - time, y, time_words(input, input.run, with_kind), FontFace::sans, painter.small,
                 Align::left, colors.muted);
  const bool number_fits = numbered && end - left - number - gap >= kShortestBar * unit;
  if (number_fits)
    painter.text(end, y, choices[form], several ? face_of(clock, false, form) : FontFace::mono, painter.small,
                 Align::right, lit ? colors.text : colors.muted);
  const Rect bar{std::round(left), std::round(y - height * unit / 2),
                 std::max(1.0f, std::floor(end - left - (number_fits ? number + gap : 0))), height * unit};
  draw_paid(painter, input, clock, bar);
  painter.scene.picks.push_back({{bar.x, bar.y - 4 * unit, right - bar.x, bar.h + 8 * unit},
                                 {},
                                 {},
                                 tip_of(input, clock),
                                 fmt::format("paid/{}", kCostKindNames[static_cast<std::size_t>(clock.kind)])});
}

std::vector<Choice> kinds(CostKind chosen) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < std::size(kCostWords); ++i) {
    const auto kind = static_cast<CostKind>(i);
    choices.push_back({.word = tr(kCostWords[i].word),
                       .chosen = kind == chosen,
                       .clicks = {SetCostKind{kind}},
                       .tip = tr(kCostWords[i].tip),
                       .name = "cost/" + std::string(kCostKindNames[i])});
  }
  return choices;
}

/// What the bar is measured by, where variants stand side by side.
std::string scale_words(const ViewInput& input, const CostClock& clock) {
  if (input.variants.size() < 2) return "";
  return clock.scale == CostScale::of_blocks     ? tr("one scale")
         : clock.scale == CostScale::of_elements ? tr("one scale, per element")
                                                 : tr("scale of its own");
}

/// At the right end of the line at `y`, which is free from `left` on: the number, and what the bar is measured by.
/// The same in each column.
void draw_number_above(Painter& painter, const ViewInput& input, const CostClock& clock, float left, float y) {
  const float gap = kGap * painter.unit, right = painter.content.right();
  const std::string scale = scale_words(input, clock);
  const float words = painter.width_of(scale, FontFace::sans, painter.small) + gap;
  const bool said = left + words + number_width(painter, input, clock, true, 0) <= right;
  const auto choices = numbers_of(clock.now, clock.total, clock, true, said);
  std::size_t form = 0;
  while (form + 1 < choices.size() && left + number_width(painter, input, clock, said, form) > right) ++form;
  if (left + number_width(painter, input, clock, said, form) > right) return;
  painter.text(right, y, choices[form], face_of(clock, said, form), painter.small, Align::right,
               painter.colors.text);
  if (said)
    painter.text(right - number_width(painter, input, clock, said, form) - gap, y, scale, FontFace::sans,
                 painter.small, Align::right, painter.colors.muted);
}

/// One line: the chips, or the one that is chosen, and beside it the bar. Two lines where there is height for them.
void draw_strip(Painter& painter, const ViewInput& input) {
  const float unit = painter.unit, gap = kGap * unit;
  const Rect& room = painter.content;
  const CostClock clock = cost_clock_of(input, input.state.cost);
  const bool two_lines = painter.scene.height >= kTwoLinesFrom * unit;
  const bool above = two_lines && input.variants.size() > 1 && !clock.paid.empty();
  const float for_number = above ? number_width(painter, input, clock, false, kShortNumber) + gap / 2 : 0;
  std::vector<Choice> choices = kinds(input.state.cost);
  if (choices_width(painter, choices) > (two_lines ? room.w - for_number : 0.45f * room.w))
    choices = cycle_of(choices);
  const float chips = choices_width(painter, choices);
  const float y = two_lines ? room.y + 6 * unit : painter.scene.height / 2;
  // Where one choice stands for the clocks of all columns the others say what was chosen.
  if (painter.head == Head::own)
    draw_choices(painter, room.x, y, choices);
  else
    painter.text(room.x, y, tr(kCostWords[static_cast<std::size_t>(input.state.cost)].word), FontFace::sans,
                 painter.small, Align::left, painter.colors.muted);
  if (!two_lines) return draw_clock(painter, input, clock, room.x + chips + gap, room.right(), y, true);
  if (above) draw_number_above(painter, input, clock, room.x + chips + gap / 2, y);
  draw_clock(painter, input, clock, room.x, room.right(), painter.scene.height - painter.margin() - 5 * unit, true,
             !above);
}

std::string brief_scale_words(CostScale scale) {
  return scale == CostScale::of_blocks     ? tr("one scale")
         : scale == CostScale::of_elements ? tr("per element")
                                           : tr("own scale");
}

/// A kind in two lines, where its name and its number beside the bar would leave none of them room: the number that
/// fits beside the name, and the bar below over the whole width.
void draw_stacked(Painter& painter, const ViewInput& input, const CostClock& clock, float words, float y,
                  float pitch, bool lit) {
  const float unit = painter.unit, gap = kGap * unit;
  const Rect& room = painter.content;
  const auto choices = numbers_of(clock.now, clock.total, clock, input.variants.size() > 1, true);
  std::size_t form = 0;
  while (form + 1 < choices.size() && number_width(painter, input, clock, true, form) > room.w - words - gap)
    ++form;
  painter.text(room.right(), y - 0.5f * kStackedLine * unit, choices[form], FontFace::mono, painter.small,
               Align::right, lit ? painter.colors.text : painter.colors.muted);
  const float height = std::clamp(0.25f * pitch, kBarHeight * unit, 2 * kBarHeight * unit);
  const Rect bar{std::round(room.x), std::round(y + 0.5f * kStackedLine * unit - height / 2), room.w, height};
  draw_paid(painter, input, clock, bar);
  painter.scene.picks.push_back({{bar.x, y - kStackedLine * unit, bar.w, 2 * kStackedLine * unit},
                                 {},
                                 lit ? Commands{} : Commands{SetCostKind{clock.kind}},
                                 tip_of(input, clock),
                                 fmt::format("paid/{}", kCostKindNames[static_cast<std::size_t>(clock.kind)])});
}

/// Every kind as a row of its own.
void draw_all(Painter& painter, const ViewInput& input) {
  const float unit = painter.unit, gap = kGap * unit;
  const bool narrow = input.variants.size() > 1 && painter.content.w < kBesideFrom * unit;
  const std::string block = tr_format("block {}", grouped(input.run.request.block)) + " · " +
                            tr("what it has paid so far; counted, never timed");
  header_with_choices(painter, tr("Cost clock"), tr("Clock"), block, {}, kinds(input.state.cost));
  float words = 0;
  for (const CostWords& kind : kCostWords)
    words = std::max(words, painter.width_of(tr(kind.word), FontFace::sans_bold, painter.small));
  const Rect& room = painter.content;
  // In narrow columns numbers have no place for what the bars are measured by, so it stands once, below them.
  const float foot = narrow && room.h >= 9 * kStackedLine * unit ? kStackedLine * unit : 0;
  const float pitch = std::min(72 * unit, (room.h - foot) / static_cast<float>(std::size(kCostWords)));
  const bool stacked = foot > 0 && pitch >= 2 * kStackedLine * unit;
  float y = painter.content.y + pitch / 2;
  for (std::size_t i = 0; i < std::size(kCostWords); ++i, y += pitch) {
    const auto kind = static_cast<CostKind>(i);
    const bool chosen = kind == input.state.cost;
    const CostClock clock = cost_clock_of(input, kind);
    const bool in_two_lines = stacked && !clock.paid.empty();
    if (in_two_lines) draw_stacked(painter, input, clock, words, std::round(y), pitch, chosen);
    painter.text(painter.content.x, in_two_lines ? std::round(y) - 0.5f * kStackedLine * unit : y,
                 tr(kCostWords[i].word), chosen ? FontFace::sans_bold : FontFace::sans, painter.small, Align::left,
                 chosen ? painter.colors.text : painter.colors.muted);
    if (in_two_lines) continue;
    draw_clock(painter, input, clock, painter.content.x + words + gap, painter.content.right(), std::round(y),
               chosen, true, std::clamp(0.3f * pitch / unit, kBarHeight, 2 * kBarHeight));
  }
  if (!stacked) return;
  const CostScale scale = cost_scale_of(input);
  const std::string whole =
      scale == CostScale::of_elements ? tr("one scale, per element") : brief_scale_words(scale);
  const bool fits = painter.width_of(whole, FontFace::sans, painter.small) <= room.w;
  painter.fitted_text(room.x, room.bottom() - 0.5f * foot, fits ? whole : brief_scale_words(scale), FontFace::sans,
                      painter.small, room.w, painter.colors.muted);
}

Scene clock_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const History* history = history_in_view(input.run);
  const bool high = painter.scene.height >= kAllKindsFrom * painter.unit;
  if (!history || history->steps() == 0) {
    if (high) painter.header(tr("Cost clock"), input.run.request.kernel, {});
    if (high)
      painter.empty_state(tr("There is no block whose steps could be paid for."));
    else
      painter.fitted_text(painter.content.x, painter.scene.height / 2,
                          tr("There is no block whose steps could be paid for."), FontFace::sans, painter.small,
                          painter.content.w, painter.colors.faint);
    return std::move(painter.scene);
  }
  if (high)
    draw_all(painter, input);
  else
    draw_strip(painter, input);
  return std::move(painter.scene);
}

}  // namespace

View clock_view() {
  return {.id = "clock",
          .title = tr_later("Clock"),
          .description =
              tr_later("What the block has paid so far: a warp with one working lane pays as much as a full one."),
          .example = "interleaved_shared convergent_shared --block 512 --step 6",
          .build = clock_scene,
          .place = Place::strip,
          .looks_at_others = true};
}

}  // namespace lanescope
