// The warp activity view: steps down, warps and their lanes across; of the whole grid, one block, or one warp.
// Drawn from the masks alone; what a lane combined is the tree's business.
#include <fmt/format.h>

#include <algorithm>

#include "viz/kit/choices.h"
#include "viz/views/activity/activity_plot.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

/// Of what warps do; `lanes_wait`, `warps_rest`: whether there are such.
std::vector<LegendEntry> legend(const Palette& colors, const ActivityPlot& plot, bool lanes_wait, bool warps_rest) {
  using Sample = LegendEntry::Sample;
  const LegendEntry resting{Sample::square, colors.retired, {}, tr("no lane works"), tr(kIdleWarpTip)};
  std::vector<LegendEntry> entries;
  if (plot.level == ActivityLevel::heat) {
    const std::string most = tr_format("{} wait", std::max(plot.grid.lanes, 2u) - 1);
    entries = {{Sample::square, colors.active, {}, tr("no lane waits"), tr(kFullWarpTip), "0"},
               {Sample::square, heat_color(colors, 1, 32), {}, tr("1 waits")},
               {Sample::hatched, heat_color(colors, 31, 32), colors.divergent_masked, most, {}, most}};
  } else {
    entries = {{Sample::square, colors.active, {}, tr("active"), tr(kFullWarpTip), tr("works")},
               {Sample::square,
                colors.divergent_active,
                {},
                tr("active, warp diverges"),
                tr(kDivergentWarpTip),
                tr("divergent"),
                true},
               {Sample::hatched, colors.divergent_masked, colors.divergent_hatch, tr("masked off"),
                tr("These lanes wait: their threads did not take this branch, but their warp did."), tr("waits")}};
  }
  if (!lanes_wait) entries.resize(1);
  if (warps_rest) entries.push_back(resting);
  return entries;
}

/// Whether a row of the plot is so: at grid level other blocks than the one in view do more.
template <typename IsSo>
bool in_any_row(const ActivityPlot& plot, IsSo is_so) {
  return std::any_of(plot.counts.kept().begin(), plot.counts.kept().end(), is_so);
}

std::string subtitle(const Run& run, const ActivityPlot& plot) {
  const unsigned threads = run.launch.block_dim, warps = run.trace->warps_per_block();
  const std::string block = tr_format("block {}", grouped(run.request.block));
  if (plot.level == ActivityLevel::grid) {
    const std::uint64_t histories = plot.folded.warps.size() + plot.histories_left_out;
    const std::string warps_folded = counted(plot.folded.total, "warp");
    std::string words = plot.folded.total <= 1 ? warps_folded
                        : histories == 1
                            ? tr_format("{}, all of which do the same", warps_folded)
                            : tr_format("{}, of which {} do different things", warps_folded, grouped(histories));
    if (plot.histories_left_out > 0)
      words += tr_format(" · the {} rarest left out", grouped(plot.histories_left_out));
    return words;
  }
  if (plot.level == ActivityLevel::warp) {
    const std::uint32_t warp = plot.grid.first_warp, first = warp * kWarpSize;
    return tr_format("warp {} · {} · threads {} to {}", warp, block, first,
                     std::min(threads, first + kWarpSize) - 1);
  }
  if (threads < kWarpSize)  // a row without a waiting lane still pays for all 32
    return tr_format("{} · {} in {}, lanes {} to {} without a thread", block, counted(threads, "thread"),
                     counted(warps, "warp"), threads, kWarpSize - 1);
  if (threads % kWarpSize != 0)
    return tr_format("{} · {} in {}, {} of them in the last", block, counted(threads, "thread"),
                     counted(warps, "warp"), threads % kWarpSize);
  return tr_format("{} · {} in {}", block, counted(threads, "thread"), counted(warps, "warp"));
}

std::vector<Choice> levels(ActivityLevel chosen) {
  constexpr const char* kTips[] = {
      tr_later("Every distinct warp of the grid once, with the number of warps that did the same."),
      tr_later("All warps of one block."), tr_later("One warp, its lanes large: the selected one, or the first."),
      tr_later("How many lanes wait in each warp of the block at each step: divergence as heat.")};
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < std::size(kActivityLevelNames); ++i) {
    const auto level = static_cast<ActivityLevel>(i);
    const std::string name(kActivityLevelNames[i]);
    choices.push_back({.word = tr(name),
                       .chosen = level == chosen,
                       .clicks = {SetActivityLevel{level}},
                       .tip = tr(kTips[i]),
                       .name = "level/" + name});
  }
  return choices;
}

Scene warp_activity_scene(const ViewInput& input) {
  const Run& run = input.run;
  const VariantView& state = input.state;
  Painter painter(state, input.size);
  const History* history = history_in_view(run);
  if (!history || history->steps() == 0) {
    painter.header(tr("Warps"), run.request.kernel, {});
    painter.empty_state(
        run.trace && run.launch.grid_dim == 0
            ? tr("There is nothing to reduce: N is 0, so no block was launched.")
            : tr("This kernel is a loop on the host: one thread, no warps, nothing runs in parallel."));
    return std::move(painter.scene);
  }
  ActivityPlot plot = activity_plot(run, state);
  const StepTable table(painter, run, *plot.history);
  ActivityPlot draft =
      plot;  // how many histories find room depends on the width alone, which the header does not change
  place_plot(draft, painter, run, table);
  std::vector<Choice> choices = levels(plot.level);
  if (plot.level == ActivityLevel::warp)
    add_warp_choices(painter, choices, run.trace->warps_per_block(), plot.grid.first_warp);
  const bool whole_grid = plot.level == ActivityLevel::grid;
  const bool lanes_wait =
      any_lane_waits(input) || in_any_row(plot, [](const RowCounts& row) { return row.divergent_warps > 0; });
  const bool warps_rest =
      any_warp_rests(input) ||
      (whole_grid && in_any_row(plot, [&](const RowCounts& row) { return row.active_warps < plot.folded.total; }));
  std::vector<LegendEntry> entries = legend(painter.colors, plot, lanes_wait, warps_rest);
  const std::string words = subtitle(run, draft);
  // A single kind is told from no other: it has no line that rows would lack.
  if (entries.size() == 1 && !painter.has_legend_beside(tr("Warps"), painter.wants_legend_beside() ? "" : words,
                                                        entries, choices_width(painter, choices)))
    entries.clear();
  header_with_choices(painter, tr("Warps"), tr("Warps"), words, entries, choices);
  place_plot(plot, painter, run, table);
  if (plot.steps_done > 0) {
    const StepRow& row = plot.rows[plot.steps_done - 1];
    draw_current_band(painter, row.y, std::max(row.height + 2 * painter.unit, painter.small));
  }
  table.draw_header(painter, plot.head_y);
  draw_column_heads(painter, plot, table.head_right() + 8 * painter.unit);
  table.draw_rows(painter, plot.rows, plot.steps_done);
  draw_counts(painter, plot);
  draw_cells(painter, plot, run);
  if (state.moving) draw_step_under_way(painter, plot);
  if (!(state.hover == state.selection)) draw_focus(painter, plot, state.hover, painter.unit, painter.colors.hover);
  draw_focus(painter, plot, state.selection, 2 * painter.unit, painter.colors.selection);
  return std::move(painter.scene);
}

}  // namespace

View activity_view() {
  return {.id = "activity",
          .title = tr_later("Warps"),
          .description = tr_later("Which lanes work at every step: steps down, warps and their lanes across."),
          .example = "interleaved_shared convergent_shared --block 512",
          .build = warp_activity_scene,
          .place = Place::middle,
          .shares_head = true};
}

}  // namespace lanescope
