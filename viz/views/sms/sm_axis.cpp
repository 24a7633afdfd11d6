#include "viz/views/sms/sm_axis.h"

#include <algorithm>
#include <vector>

#include "viz/kit/log_axis.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

// In units.
constexpr float kLine = 14, kAxisLine = 18, kWordsFrom = 96;

/// How long the blocks were there: by the clock, or in waves.
std::string span_words(const SmSchedule& shown) {
  if (!is_predicted(shown)) return time_with_unit(1e-3 * shown.schedule.length);
  return shown.schedule.length < 1.5 ? std::string(tr("1 wave")) : tr_format("{:.0f} waves", shown.schedule.length);
}

/// From the most that is said of the picture's time to the least; the kind is always among it.
std::vector<std::string> sources(const SmSchedule& shown) {
  const std::string where = where_words(shown), kind = kind_text(shown.provenance, false);
  if (is_predicted(shown)) {
    const std::string gpu = shown.provenance.device;
    return {where + tr(", as if all blocks took equally long"), where,
            kind + tr(", ") + gpu.substr(gpu.rfind(' ') + 1), kind};
  }
  const std::string alone = tr("the blocks alone, by the clock of the recording build"),
                    briefly = tr("blocks alone, by their clock");
  const std::string span = span_words(shown);
  std::vector<std::string> all;
  for (const std::string& words : {alone + " · " + where, alone + " · " + kind, briefly + " · " + kind,
                                   method_word(TimeMethod::block_clocks) + " · " + kind})
    all.push_back(tr_format("{}: {}", span, words));
  return all;
}

/// Of the whole run, which another method took of another launch.
std::vector<std::string> run_times(const TimingRow& row) {
  const std::string time = time_text(row.timing.time_us) + " µs", method = tr(words_of(row.timing.method));
  return {tr_format("{}: the whole run, with launching and presetting · {}", time, method),
          tr_format("{}: the whole run · {}", time, method), tr_format("{}: the whole run", time)};
}

void longest_that_fits(Painter& painter, float y, const std::vector<std::string>& choices, float room) {
  for (const std::string& words : choices)
    if (painter.width_of(words, FontFace::sans, painter.small) <= room || &words == &choices.back())
      return painter.fitted_text(painter.content.x, y, words, FontFace::sans, painter.small, room,
                                 painter.colors.muted);
}

std::string foot_tip(const ViewInput& input, const SmSchedule& shown, const SmAxis& axis) {
  if (is_predicted(shown))
    return tr(
        "Waves of blocks that all take equally long: the GPU holds so many at once. A wave of blocks that do more "
        "takes longer, so waves of different launches are no times.");
  std::string words = tr_format(
      "{}: from the first instruction of the first block to the last one of the last block, as the "
      "GPU's clock told the recording build.",
      span_words(shown));
  if (const auto row = shown_time(input, input.run))
    words +=
        "\n\n" + tr_format(
                     "{} µs: the run, {}. Another launch, taken in another way: with starting the kernel and "
                     "presetting the output, and with the input where that method leaves it. So the two are not "
                     "to be compared with each other.",
                     time_text(row->timing.time_us), tr(words_of(row->timing.method)));
  if (axis.common)
    words +=
        "\n\n" + tr_format("One axis for all variants: the whole width is {}.", time_with_unit(1e-3 * axis.length));
  return words;
}

/// The end of the blocks, and the rest of the axis.
void draw_axis(Painter& painter, const SmSchedule& shown, const SmAxis& axis, const Rect& plot) {
  const float unit = painter.unit, y = plot.bottom() + 10 * unit;
  const Palette& colors = painter.colors;
  const float end = plot.x + plot.w * static_cast<float>(shown.schedule.length / axis.length);
  painter.scene.quads.push_back({.rect = {plot.x, plot.bottom() + unit, plot.w, unit}, .color = colors.grid});
  painter.scene.quads.push_back(
      {.rect = {plot.x, plot.bottom() + unit, end - plot.x, unit}, .color = colors.muted});
  painter.scene.quads.push_back(
      {.rect = {end - unit, plot.bottom() - 2 * unit, unit, 7 * unit}, .color = colors.muted});
  const std::string words = span_words(shown);
  const float width = painter.width_of(words, FontFace::mono, painter.small);
  const float x = std::max(end, std::min(plot.x + width, plot.right()));
  painter.text(x, y, words, FontFace::mono, painter.small, Align::right, colors.text);
  // The end of a common axis, where it is not this variant's own.
  const std::string whole = axis.common ? time_with_unit(1e-3 * axis.length) : "";
  if (!whole.empty() && x + 12 * unit + painter.width_of(whole, FontFace::mono, painter.small) <= plot.right())
    painter.text(plot.right(), y, whole, FontFace::mono, painter.small, Align::right, colors.faint);
}

}  // namespace

bool is_predicted(const SmSchedule& shown) {
  return shown.provenance.kind == NumberKind::predicted;
}

std::string where_words(const SmSchedule& shown) {
  return is_predicted(shown) ? tr_format("predicted for an {}", shown.provenance.device)
                             : kind_text(shown.provenance, true);
}

SmAxis sm_axis(const ViewInput& input, const SmSchedule& shown) {
  SmAxis axis{std::max(shown.schedule.length, 1e-9), false};
  if (is_predicted(shown)) return axis;
  double longest = axis.length;
  for (const auto& other : input.variants) {
    if (!other || other->request == input.run.request) continue;
    if (!other->trace || other->launch.grid_dim == 0 || !same_work(*other, input.run)) return axis;
    const SmSchedule schedule = sm_schedule(*other, input.surroundings);
    if (is_predicted(schedule) || schedule.provenance.kind != shown.provenance.kind ||
        schedule.provenance.device != shown.provenance.device)
      return axis;
    longest = std::max(longest, schedule.schedule.length);
    axis.common = true;
  }
  if (axis.common) axis.length = longest;
  return axis;
}

float sm_foot_height(const Painter& painter, const ViewInput& input, float room) {
  const int lines = room < kWordsFrom * painter.unit ? 1 : shown_time(input, input.run) ? 2 : 1;
  return (kAxisLine + kLine * static_cast<float>(lines)) * painter.unit;
}

void draw_sm_foot(Painter& painter, const ViewInput& input, const SmSchedule& shown, const SmAxis& axis,
                  const Rect& plot, float height) {
  const float unit = painter.unit;
  draw_axis(painter, shown, axis, plot);
  float y = plot.bottom() + (kAxisLine + kLine / 2) * unit;
  const float room = painter.content.w;
  longest_that_fits(painter, y, sources(shown), room);
  const auto row = shown_time(input, input.run);
  y += kLine * unit;
  if (row && y < plot.bottom() + height) longest_that_fits(painter, y, run_times(*row), room);
  painter.scene.picks.push_back(
      {{painter.content.x, plot.bottom(), room, height}, {}, {}, foot_tip(input, shown, axis), "axis"});
}

}  // namespace lanescope
