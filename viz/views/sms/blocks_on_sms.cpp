// Blocks on SMs: one row per SM, one bar per block, time to the right; beside it the chip, with one square per SM.
// The schedule is the GPU's own record if there is one. Its times are those of the recording build, so they are
// not shown as the kernel's time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/kit/log_axis.h"
#include "viz/kit/number_table.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/times.h"
#include "viz/views/sms/sm_axis.h"
#include "viz/views/sms/sm_schedule.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kLabels = 44, kHead = 15, kHeadFrom = 110, kMinRow = 2, kMinSlot = 3, kMinBar = 3;
constexpr int kShades = 8;

/// Of SMs that do nothing: no fault, and no warp that diverges.
Color idle_hatch(const Palette& colors) {
  return mix(colors.retired, colors.muted, 0.4f);
}

/// The tip of one SM: how many blocks it ran.
std::string sm_words(const SmSchedule& shown, std::uint32_t sm) {
  const BlockSchedule& schedule = shown.schedule;
  if (schedule.blocks_of_sm[sm] == 0) return tr_format("SM {}: no block, idle for the whole launch", sm);
  return tr_format("SM {}: {}, {} at once when it is full; {}", sm, counted(schedule.blocks_of_sm[sm], "block"),
                   shown.resident, where_words(shown));
}

std::string stay_words(const SmSchedule& shown, const BlockStay& stay) {
  std::string words = tr_format("block {} on SM {}", grouped(stay.block), stay.sm);
  if (is_predicted(shown))
    words += tr_format(", wave {:.0f}", stay.start + 1);
  else
    words += tr_format(": from {} to {} of the recording build", time_with_unit(1e-3 * stay.start),
                       time_with_unit(1e-3 * stay.end));
  return words + "\n" + where_words(shown) + tr("\nClick to look into this block.");
}

/// Which variant this run belongs to, for the commands of a click.
std::size_t variant_of(const ViewInput& input) {
  for (std::size_t i = 0; i < input.variants.size(); ++i)
    if (input.variants[i].get() == &input.run) return i;
  return 0;
}

struct Timeline {
  Rect plot;
  std::uint32_t group = 1;  ///< SMs a row
  float pitch = 1;          ///< pixels a row
  SmAxis axis;

  /// Where there were blocks at all.
  float width_of(const BlockSchedule& schedule) const { return x(schedule.length) - plot.x; }
  std::uint32_t rows(unsigned sms) const { return (sms + group - 1) / group; }
  float x(double time) const { return plot.x + static_cast<float>(time / axis.length) * plot.w; }
};

Timeline timeline_of(const Painter& painter, const BlockSchedule& schedule, const SmAxis& axis, const Rect& place) {
  Timeline t{.plot = {}, .axis = axis};
  t.plot = {place.x + kLabels * painter.unit, place.y, std::max(8.0f, place.w - kLabels * painter.unit),
            std::max(8.0f, place.h)};
  const auto most = std::max(1.0f, std::floor(t.plot.h / (kMinRow * painter.unit)));
  t.group = static_cast<std::uint32_t>(std::ceil(static_cast<float>(schedule.sm_count()) / most));
  t.pitch = t.plot.h / static_cast<float>(t.rows(schedule.sm_count()));
  return t;
}

/// SMs without any block, each in its own place where several share a row, too, and with a mark beside it that is
/// seen at any height; neighbours in one piece.
void draw_idle_sms(Painter& painter, const BlockSchedule& schedule, const Timeline& t) {
  constexpr float kMarkWidth = 4, kLeastMark = 2, kLeastHatched = 3;
  const auto& blocks = schedule.blocks_of_sm;
  const unsigned sms = schedule.sm_count();
  const float unit = painter.unit, each = t.pitch / static_cast<float>(t.group);
  for (std::uint32_t sm = 0; sm < sms;) {
    std::uint32_t end = sm;
    while (end < sms && blocks[end] == 0) ++end;
    if (end > sm) {
      const float y = t.plot.y + each * static_cast<float>(sm), height = each * static_cast<float>(end - sm);
      const Rect rect{t.plot.x, y, t.width_of(schedule), std::max(1.0f, height)};
      painter.scene.quads.push_back({.rect = rect, .color = painter.colors.retired});
      if (height >= kLeastHatched * unit)
        painter.scene.quads.push_back(
            {.rect = rect, .color = idle_hatch(painter.colors), .pattern = Pattern::hatched});
      painter.scene.quads.push_back(
          {.rect = {t.plot.x - (kMarkWidth + 1) * unit, y, kMarkWidth * unit, std::max(kLeastMark * unit, height)},
           .color = painter.colors.muted});
    }
    sm = std::max(end, sm + 1);
  }
}

/// Of the SMs that share a row, those that had blocks: idle ones make the others no paler.
float working_in(const BlockSchedule& schedule, const Timeline& t, std::uint32_t row) {
  const auto first = schedule.blocks_of_sm.begin() + row * t.group,
             end = schedule.blocks_of_sm.begin() + std::min(schedule.sm_count(), (row + 1) * t.group);
  return static_cast<float>(std::count_if(first, end, [](std::uint64_t blocks) { return blocks > 0; })) /
         static_cast<float>(end - first);
}

/// For many small blocks: how full each row was, in a few shades; equal neighbours are one piece.
void draw_levels(Painter& painter, const BlockSchedule& schedule, const Timeline& t) {
  const auto columns =
      static_cast<std::uint32_t>(std::clamp(t.width_of(schedule) / (kMinBar * painter.unit), 1.0f, 512.0f));
  const std::vector<float> levels = fill_levels(schedule, t.group, columns);
  const float width = t.width_of(schedule) / static_cast<float>(columns),
              gap = t.pitch >= 4 * painter.unit ? painter.unit : 0;
  // Pieces that touch meet at whole pixels, else what is behind them shines through as lines that mean nothing.
  const auto x = [&](std::uint32_t column) { return std::round(t.plot.x + width * static_cast<float>(column)); };
  const auto y = [&](std::uint32_t row) { return std::round(t.plot.y + t.pitch * static_cast<float>(row)); };
  for (std::uint32_t row = 0; row < t.rows(schedule.sm_count()); ++row) {
    const float working = std::max(0.001f, working_in(schedule, t, row));
    const auto shade = [&](std::uint32_t column) {
      const float level = levels[std::size_t{row} * columns + column] / working;
      return level <= 0.004f ? 0 : std::clamp(static_cast<int>(std::lround(level * kShades)), 1, kShades);
    };
    for (std::uint32_t column = 0; column < columns;) {
      std::uint32_t end = column + 1;
      while (end < columns && shade(end) == shade(column)) ++end;
      if (const int level = shade(column); level > 0)
        painter.scene.quads.push_back({.rect = {x(column), y(row), x(end) - x(column), y(row + 1) - y(row) - gap},
                                       .color = mix(painter.colors.retired, painter.colors.active,
                                                    0.25f + 0.75f * static_cast<float>(level) / kShades)});
      column = end;
    }
  }
}

void draw_stays(Painter& painter, const ViewInput& input, const SmSchedule& shown, const Timeline& t) {
  const float slot = t.pitch / static_cast<float>(std::max(1u, shown.schedule.slots)), unit = painter.unit;
  const std::size_t variant = variant_of(input);
  for (const BlockStay& stay : shown.schedule.stays) {
    const float left = t.x(stay.start), right = t.x(stay.end);
    const Rect rect{left, t.plot.y + t.pitch * static_cast<float>(stay.sm) + slot * static_cast<float>(stay.slot),
                    std::max(unit, right - left - 0.5f * unit), std::max(unit, slot - std::min(unit, 0.3f * slot))};
    const bool own = stay.block == input.run.request.block;
    painter.scene.quads.push_back({.rect = rect, .color = own ? painter.colors.selection : painter.colors.active});
    painter.scene.picks.push_back({rect,
                                   {},
                                   {Activate{variant}, SetBlock{stay.block}},
                                   stay_words(shown, stay),
                                   "block/" + std::to_string(stay.block)});
  }
}

bool shows_blocks(const Painter& painter, const BlockSchedule& schedule, const Timeline& t) {
  const float slot = t.pitch / static_cast<float>(std::max(1u, schedule.slots));
  const double waves =
      static_cast<double>(schedule.stays.size()) / std::max<double>(1, static_cast<double>(schedule.most_at_once));
  return t.group == 1 && schedule.whole_waves == 0 && slot >= kMinSlot * painter.unit &&
         t.width_of(schedule) / static_cast<float>(std::max(1.0, waves)) >= 2 * kMinBar * painter.unit;
}

void draw_timeline(Painter& painter, const ViewInput& input, const SmSchedule& shown, const Rect& place) {
  const BlockSchedule& schedule = shown.schedule;
  const Timeline t = timeline_of(painter, schedule, sm_axis(input, shown), place);
  const float unit = painter.unit;
  const Palette& colors = painter.colors;
  painter.scene.quads.push_back(
      {.rect = {t.plot.x, t.plot.y, t.width_of(schedule), t.plot.h}, .color = colors.retired});
  for (std::uint32_t row = 0; row < t.rows(schedule.sm_count()); ++row) {
    const std::uint32_t first = row * t.group, last = std::min(schedule.sm_count(), first + t.group) - 1;
    std::string tip = sm_words(shown, first);
    if (last > first) {
      std::uint64_t blocks = 0;
      for (std::uint32_t sm = first; sm <= last; ++sm) blocks += schedule.blocks_of_sm[sm];
      tip = tr_format("SMs {} to {}: {}; {}", first, last, counted(blocks, "block"), where_words(shown));
    }
    painter.scene.picks.push_back(
        {{t.plot.x, t.plot.y + t.pitch * static_cast<float>(row), t.plot.w, t.pitch}, {}, {}, tip, {}});
  }
  if (shows_blocks(painter, schedule, t))
    draw_stays(painter, input, shown, t);
  else
    draw_levels(painter, schedule, t);
  draw_idle_sms(painter, schedule, t);
  if (is_predicted(shown) && t.plot.w / t.axis.length >= 4 * unit)
    for (double wave = 1; wave < schedule.length; ++wave)
      painter.scene.overlays.push_back(
          {.rect = {std::round(t.x(wave)), t.plot.y, unit, t.plot.h}, .color = colors.background});
  painter.text(t.plot.x - 6 * unit, t.plot.y + painter.small / 2, "SM 0", FontFace::mono, painter.small,
               Align::right, colors.muted);
  if (t.plot.h >= 3 * painter.small)
    painter.text(t.plot.x - 6 * unit, t.plot.bottom() - painter.small / 2, std::to_string(schedule.sm_count() - 1),
                 FontFace::mono, painter.small, Align::right, colors.muted);
  draw_sm_foot(painter, input, shown, t.axis, t.plot, painter.content.bottom() - t.plot.bottom());
}

std::uint64_t blocks_of_full_square(const SmSchedule& shown) {
  const auto& of_sm = shown.schedule.blocks_of_sm;
  return std::max<std::uint64_t>(shown.resident, *std::max_element(of_sm.begin(), of_sm.end()));
}

std::vector<std::string> chip_heads(const SmSchedule& shown) {
  const std::string most = grouped(blocks_of_full_square(shown));
  return {tr_format("blocks that each SM ran: full is {}", most), tr_format("blocks an SM: full is {}", most),
          tr("blocks an SM")};
}
std::string chip_tip(const SmSchedule& shown) {
  return tr_format(
      "A square is an SM of the chip. It is full where the SM ran {} in the whole launch: the most that any SM "
      "ran, or "
      "that it holds at once if none ran so many.",
      counted(blocks_of_full_square(shown), "block"));
}

/// What a part of the picture shows, above it: the longest name that fits.
void draw_head(Painter& painter, const Rect& part, const std::vector<std::string>& names, const std::string& tip) {
  const float y = part.y - (kHead / 2 + 1) * painter.unit;
  for (const std::string& name : names)
    if (const float width = painter.width_of(name, FontFace::sans, painter.small); width <= part.w) {
      painter.text(part.x, y, name, FontFace::sans, painter.small, Align::left, painter.colors.muted);
      painter.scene.picks.push_back({{part.x, y - painter.small / 2, width, painter.small}, {}, {}, tip});
      return;
    }
}

/// One square per SM, filled by how much it was used: relative to the blocks that it can hold at once, or to the
/// most that any SM ran.
void draw_chip(Painter& painter, const SmSchedule& shown, const Rect& place) {
  const BlockSchedule& schedule = shown.schedule;
  const Palette& colors = painter.colors;
  const auto sms = static_cast<float>(schedule.sm_count());
  float pitch = 1;
  while (std::floor(place.w / (pitch + 1)) * std::floor(place.h / (pitch + 1)) >= sms) ++pitch;
  const auto columns = static_cast<std::uint32_t>(std::max(1.0f, std::floor(place.w / pitch)));
  const float gap = std::min(2 * painter.unit, std::max(1.0f, 0.15f * pitch));
  const std::uint64_t most = blocks_of_full_square(shown);
  for (std::uint32_t sm = 0; sm < schedule.sm_count(); ++sm) {
    const Rect cell{place.x + pitch * static_cast<float>(sm % columns),
                    place.y + pitch * static_cast<float>(sm / columns), pitch - gap, pitch - gap};
    const std::uint64_t blocks = schedule.blocks_of_sm[sm];
    painter.scene.quads.push_back({.rect = cell, .color = blocks ? colors.grid : colors.retired});
    if (blocks == 0) {
      painter.scene.quads.push_back({.rect = cell, .color = idle_hatch(colors), .pattern = Pattern::hatched});
    } else {
      const float height = std::max(1.0f, cell.h * static_cast<float>(blocks) / static_cast<float>(most));
      painter.scene.quads.push_back(
          {.rect = {cell.x, cell.bottom() - height, cell.w, height}, .color = colors.active});
    }
    painter.scene.picks.push_back(
        {{cell.x, cell.y, pitch, pitch}, {}, {}, sm_words(shown, sm), "sm/" + std::to_string(sm)});
  }
}

bool has_blocks(const Run& run) {
  return run.trace && run.launch.grid_dim > 0;
}

Scene blocks_on_sms_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  if (!has_blocks(input.run)) {
    painter.header(tr("Blocks on SMs"), "", {});
    painter.empty_state(tr("There are no blocks: nothing was launched on a GPU or the emulator."));
    return std::move(painter.scene);
  }
  const SmSchedule shown = sm_schedule(input.run, input.surroundings);
  const Palette& colors = painter.colors;
  std::vector<LegendEntry> legend = {
      {LegendEntry::Sample::square,
       colors.active,
       {},
       tr("block"),
       tr("From its first to its last instruction, by the GPU's own clock or as predicted. Where blocks are too "
          "many to be "
          "drawn one by one, darker parts have fewer of them.")},
      {LegendEntry::Sample::square,
       colors.grid,
       {},
       tr("room for more"),
       tr("In the squares: how many blocks more an SM could have had, beside the green that it ran.")},
      {LegendEntry::Sample::hatched, colors.retired, idle_hatch(colors), tr("idle SM"),
       tr("The SM got no block in the whole launch, and waits for those of others.")}};
  if (painter.is_low_on_stage())
    legend.clear();  // how many are idle is said in words
  else if (painter.legend_width(legend) > painter.content.w && shown.schedule.idle_sms() > 0)
    legend.erase(legend.begin(), legend.end() - 1);  // what looks like a gap is explained first
  const std::vector<std::string> sentences = idle_sentences(shown);
  const auto fits = std::find_if(sentences.begin(), sentences.end(), [&](const std::string& words) {
    return painter.width_of(words, FontFace::sans_bold, painter.title) <= painter.content.w;
  });
  painter.header(fits != sentences.end() ? *fits : sentences.back(), resident_sentence(shown), legend);
  const float unit = painter.unit, gap = 16 * unit;
  Rect place = painter.content;
  place.h -= sm_foot_height(painter, input, place.h);
  const bool heads = place.h >= kHeadFrom * unit;
  if (heads) {
    place.y += kHead * unit;
    place.h -= kHead * unit;
  }
  const float chip = std::min({0.32f * place.w, 1.6f * place.h, 420 * unit});
  if (chip >= 60 * unit && place.h >= 40 * unit) {
    const Rect squares{place.right() - chip, place.y, chip, place.h};
    draw_chip(painter, shown, squares);
    if (heads) draw_head(painter, squares, chip_heads(shown), chip_tip(shown));
    place.w -= chip + gap;
  }
  if (heads)
    draw_head(painter, {place.x + kLabels * unit, place.y, place.w - kLabels * unit, place.h},
              {tr("a row an SM, time to the right"), tr("SMs over time"), tr("time →")},
              tr("Each row is an SM, from the first at the top to the last; its blocks stand where they ran."));
  draw_timeline(painter, input, shown, place);
  return std::move(painter.scene);
}

NumberTable blocks_on_sms_table(const ViewInput& input) {
  NumberTable table;
  table.columns = {{.name = "sm", .tip = ""},
                   {.name = "blocks", .tip = ""},
                   {.name = "kind", .tip = "", .is_number = false},
                   {.name = "device", .tip = "", .is_number = false}};
  if (!has_blocks(input.run)) return table;
  const SmSchedule shown = sm_schedule(input.run, input.surroundings);
  for (std::uint32_t sm = 0; sm < shown.schedule.sm_count(); ++sm) {
    TableRow row;
    row.cells = {{std::to_string(sm)},
                 {std::to_string(shown.schedule.blocks_of_sm[sm])},
                 {std::string(name_of(shown.provenance.kind))},
                 {shown.provenance.device}};
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

View sms_view() {
  return {.id = "sms",
          .title = tr_later("SMs"),
          .description = tr_later(
              "Which SM ran which block and when: waves, idle SMs, and how many blocks the GPU holds at once."),
          .example = "coarsened --n 2^22 --block 256 --coarse 16",
          .build = blocks_on_sms_scene,
          .table = blocks_on_sms_table,
          .group = ViewGroup::reasons,
          .looks_at_others = true};
}

}  // namespace lanescope
