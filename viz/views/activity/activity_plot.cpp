// Columns by level, counts by row, and places: computed before anything is drawn.
#include "viz/views/activity/activity_plot.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kMinHistoryWidth = 12;  // in units, of a folded warp's column
constexpr float kBelowHeads = 5;        // between heads and the first label, so that they are not read as one
constexpr float kSpare = 24, kWidestBar = 300;  // in units: room that bars take, and up to which width

/// The warp that is selected, else under the pointer, else the first.
std::uint32_t warp_in_view(const Run& run, const VariantView& state) {
  const auto warp = state.selection.warp ? state.selection.warp : state.hover.warp;
  return warp && *warp < run.trace->warps_per_block() ? *warp : 0;
}

void fill_grid_level(ActivityPlot& plot, const Run& run) {
  const Trace& trace = *run.trace;
  const unsigned warps = trace.warps_per_block();
  plot.folded = fold_warps(trace);
  plot.history = &trace.histories[plot.folded.longest];
  plot.grid.warps = static_cast<std::uint32_t>(plot.folded.warps.size());
  plot.grid.masks.assign(plot.history->steps() * plot.grid.warps, 0);
  for (std::uint32_t column = 0; column < plot.grid.warps; ++column) {
    const WarpHistory& warp = plot.folded.warps[column];
    const History& history = trace.histories[warp.history];
    for (std::size_t step = 0; step < history.steps(); ++step)
      plot.grid.masks[step * plot.grid.warps + column] = history.masks[step * warps + warp.warp];
  }
  const std::size_t in_view = trace.history_of_block[run.request.block];
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    plot.column_of_warp.push_back(plot.folded.place[in_view * warps + warp]);
}

void fill_block_level(ActivityPlot& plot, const Run& run) {
  plot.grid.warps = run.trace->warps_per_block();
  plot.grid.masks = plot.history->masks;
  for (std::uint32_t warp = 0; warp < plot.grid.warps; ++warp) plot.column_of_warp.push_back(warp);
}

void fill_warp_level(ActivityPlot& plot, const Run& run, std::uint32_t warp) {
  const unsigned warps = run.trace->warps_per_block();
  plot.grid.warps = 1;
  plot.grid.first_warp = warp;
  std::vector<std::uint32_t> masks;
  for (std::size_t row = 0; row < plot.history->kept_steps(); ++row)
    masks.push_back(plot.history->masks.kept()[row * warps + warp]);
  plot.grid.masks = {std::move(masks), plot.history->repeats()};
  plot.column_of_warp.assign(warps, 1);
  plot.column_of_warp[warp] = 0;
}

/// Of rows that are kept once it counts one.
Repeating<RowCounts> row_counts(const ActivityPlot& plot) {
  const std::vector<std::uint32_t>& masks = plot.grid.masks.kept();
  std::vector<RowCounts> rows(masks.size() / std::max(1u, plot.grid.warps));
  for (std::size_t kept = 0; kept < rows.size(); ++kept) {
    RowCounts& row = rows[kept];
    for (std::uint32_t column = 0; column < plot.grid.warps; ++column) {
      const std::uint32_t live = plot.grid.live_mask(column);
      const std::uint32_t mask = masks[kept * plot.grid.warps + column] & live;
      const std::uint64_t warps = plot.level == ActivityLevel::grid ? plot.folded.warps[column].count : 1;
      row.active_threads += warps * static_cast<std::uint64_t>(std::popcount(mask));
      row.active_warps += mask != 0 ? warps : 0;
      row.divergent_warps += mask != 0 && mask != live ? warps : 0;
    }
    const double lanes = static_cast<double>(row.active_warps) * kWarpSize;
    row.simd_efficiency = lanes == 0 ? 0 : static_cast<double>(row.active_threads) / lanes;
  }
  if (plot.grid.masks.repeats().empty()) return rows;
  return {std::move(rows), plot.history->repeats()};
}

void color_grid(MaskGrid& grid, const Palette& colors) {
  grid.background = colors.background;
  grid.active = colors.active;
  grid.divergent_active = colors.divergent_active;
  grid.divergent_masked = colors.divergent_masked;
  grid.divergent_hatch = colors.divergent_hatch;
  grid.retired = colors.retired;
}

/// The largest numbers beside the rows: of a block whatever its steps are, so that other pictures find its lanes.
RowCounts largest_counts(const ActivityPlot& plot, const Run& run) {
  const unsigned warps = run.trace->warps_per_block();
  RowCounts most{run.launch.block_dim, warps, warps, 1};
  if (plot.level != ActivityLevel::grid) return most;
  for (const RowCounts& row : plot.counts.kept()) {
    most.active_threads = std::max(most.active_threads, row.active_threads);
    most.divergent_warps = std::max(most.divergent_warps, row.divergent_warps);
  }
  return most;
}

/// Whole pixels for rows and warps wherever that costs little, so that cells are crisp and equal.
void fit_cells(ActivityPlot& plot, const Painter& painter, float width, float height) {
  const float unit = painter.unit;
  MaskGrid& grid = plot.grid;
  const float row = std::min(40 * unit, height / static_cast<float>(grid.steps));
  const float row_pitch = row >= 4 ? std::floor(row) : row;
  grid.row_gap = row_pitch >= 12 * unit ? std::round(2 * unit) : row_pitch >= 6 ? 1 : 0;
  grid.rect.h = row_pitch * static_cast<float>(grid.steps) - grid.row_gap;
  const LaneColumns columns = lane_columns(painter, grid.rect.x, grid.rect.x + width, grid.warps, grid.lanes,
                                           plot.level == ActivityLevel::warp ? kWideIdleLanes : kNarrowIdleLanes);
  plot.idle_lane = columns.idle_lane;
  grid.warp_gap = columns.warp_gap;
  grid.lane_gap = columns.lane_gap;
  grid.rect.w = columns.width();
}

/// Lanes of whole pixels may leave room at their right: the bars of the efficiency take it, as long ones are read
/// better.
void widen_bars(ActivityPlot& plot, const Painter& painter) {
  const float idle = plot.idle_lane * static_cast<float>(kWarpSize - plot.grid.lanes);
  const float spare = left_of(painter, plot.columns) - plot.grid.rect.right() - idle;
  const auto bars =
      std::find_if(plot.columns.begin(), plot.columns.end(), [](const CountColumn& column) { return column.bar; });
  if (bars == plot.columns.end() || spare < kSpare * painter.unit) return;
  const float more = std::floor(std::min(spare, kWidestBar * painter.unit - (bars->right - bars->left)));
  if (more <= 0) return;
  bars->left -= more;
  for (auto column = plot.columns.begin(); column != bars; ++column) {
    column->left -= more;
    column->right -= more;
  }
}

/// Where the block's last warp is drawn, if it has fewer lanes than the others.
void place_part_of_warp(ActivityPlot& plot, const Run& run) {
  const unsigned block_dim = run.launch.block_dim;
  if (block_dim <= kWarpSize || block_dim % kWarpSize == 0) return;
  plot.grid.part_lanes = block_dim % kWarpSize;
  plot.grid.part_column = plot.column_of_warp.back();
}

/// Columns of folded warps that do not fit are left out, the rarest first.
void leave_out_rare(ActivityPlot& plot, std::size_t room) {
  auto& warps = plot.folded.warps;
  if (plot.level != ActivityLevel::grid || warps.size() <= room) return;
  std::vector<std::uint32_t> kept(warps.size());
  for (std::uint32_t i = 0; i < kept.size(); ++i) kept[i] = i;
  std::stable_sort(kept.begin(), kept.end(), [&](auto a, auto b) { return warps[a].count > warps[b].count; });
  plot.histories_left_out = warps.size() - room;
  kept.resize(room);
  std::sort(kept.begin(), kept.end());
  std::vector<std::uint32_t> masks;
  for (std::uint32_t step = 0; step < plot.grid.steps; ++step)
    for (const std::uint32_t column : kept)
      masks.push_back(plot.grid.masks[std::size_t{step} * plot.grid.warps + column]);
  for (std::uint32_t& column : plot.column_of_warp)
    column = static_cast<std::uint32_t>(std::find(kept.begin(), kept.end(), column) - kept.begin());
  std::vector<WarpHistory> shown;
  for (const std::uint32_t column : kept) shown.push_back(warps[column]);
  warps = std::move(shown);
  plot.grid.masks = std::move(masks);
  plot.grid.warps = static_cast<std::uint32_t>(warps.size());
}

}  // namespace

ActivityPlot activity_plot(const Run& run, const VariantView& state) {
  ActivityPlot plot;
  plot.level = state.activity;
  plot.history = history_in_view(run);
  plot.steps_done = std::min(state.position, static_cast<std::uint32_t>(plot.history->steps()));
  plot.moving = state.moving;
  switch (plot.level) {
    case ActivityLevel::grid:
      fill_grid_level(plot, run);
      break;
    case ActivityLevel::warp:
      fill_warp_level(plot, run, warp_in_view(run, state));
      break;
    case ActivityLevel::block:
    case ActivityLevel::heat:
      fill_block_level(plot, run);
      break;
  }
  plot.grid.steps = static_cast<std::uint32_t>(plot.history->steps());
  plot.grid.lanes = std::min(run.launch.block_dim, kWarpSize);
  place_part_of_warp(plot, run);
  plot.grid.rows_done = plot.steps_done - (state.moving && plot.steps_done > 0 ? 1 : 0);
  plot.counts = row_counts(plot);
  return plot;
}

void place_plot(ActivityPlot& plot, const Painter& painter, const Run& run, const StepTable& table) {
  color_grid(plot.grid, painter.colors);
  plot.head_y = painter.content.y + 8 * painter.unit;
  const std::uint32_t of_warps = plot.level == ActivityLevel::warp ? 1 : run.trace->warps_per_block();
  plot.columns = count_columns(painter, largest_counts(plot, run), of_warps);
  const float width = std::max(8.0f, left_of(painter, plot.columns) - table.right());
  leave_out_rare(plot, static_cast<std::size_t>(std::max(1.0f, width / (kMinHistoryWidth * painter.unit))));
  place_part_of_warp(plot, run);
  const auto place = [&](float top) {
    plot.grid.rect = {table.right(), top, 0, 0};
    fit_cells(plot, painter, width, std::max(1.0f, painter.content.bottom() - top));
  };
  const float top = std::round(painter.content.y + 18 * painter.unit);
  place(top);
  // Where rows are thinner than their labels, the first label needs room below the heads.
  const float line = painter.small + kBelowHeads * painter.unit;
  const float missing = plot.head_y + line - (top + plot.grid.cell(0, 0).h / 2);
  if (missing > 0) place(top + std::ceil(missing));
  widen_bars(plot, painter);
  for (std::uint32_t step = 0; step < plot.grid.steps; ++step) {
    const Rect cell = plot.grid.cell(step, 0);
    plot.rows.push_back({step, cell.y + cell.h / 2, cell.h});
  }
}

}  // namespace lanescope
