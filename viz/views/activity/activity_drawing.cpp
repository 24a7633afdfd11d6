// Heads, cells, counts and outlines of the warp activity picture.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "viz/kit/motion.h"
#include "viz/kit/palette.h"
#include "viz/views/activity/activity_plot.h"

namespace lanescope {
namespace {

constexpr float kLeastIdleLane = 3;  // pixels, from which lanes without a thread have an outline each

std::uint32_t mask_of(const MaskGrid& grid, std::uint32_t step, std::uint32_t column) {
  return grid.masks[std::size_t{step} * grid.warps + column] & grid.live_mask(column);
}

/// Numbers over the warps (or over the lanes of a single one): all, or every second, fourth ...
void draw_numbers_above(Painter& painter, const ActivityPlot& plot, float left) {
  const MaskGrid& grid = plot.grid;
  const float y = plot.head_y;
  const bool by_lane = grid.warps == 1, one_of_several = plot.column_of_warp.size() > 1;
  // Without a head nothing else says which warp it is.
  const std::string lane = painter.head == Head::none && one_of_several
                               ? tr_format("warp {}", grid.first_warp) + tr(", ") + tr("lane ")
                               : tr("lane ");
  const auto place = [&](std::uint32_t i) { return by_lane ? grid.lane_cell(0, 0, i) : grid.cell(0, i); };
  const Ruler ruler{.count = by_lane ? grid.lanes : grid.warps, .left = left, .word = by_lane ? lane : tr("warp ")};
  for (const NumberAbove& number : numbers_above(painter, ruler, place))
    painter.text(number.x, y, number.words, FontFace::sans, painter.small, Align::left, painter.colors.faint);
}

/// How many warps each column represents; as many numbers as fit.
void draw_warp_counts(Painter& painter, const ActivityPlot& plot) {
  float free_from = 0;
  for (std::uint32_t column = 0; column < plot.grid.warps; ++column) {
    const Rect cell = plot.grid.cell(0, column);
    const std::uint64_t count = plot.folded.warps[column].count;
    const std::string words = counted(count, "warp");
    const bool fits = painter.width_of(words, FontFace::sans, painter.small) <= cell.w + 2 * painter.unit;
    const std::string label = fits ? words : "×" + grouped(count);
    const float width = painter.width_of(label, FontFace::sans, painter.small);
    const float x = std::max(cell.x, cell.x + (cell.w - width) / 2);
    if (x < free_from || x + width > plot.grid.rect.right() + 4 * painter.unit) continue;
    painter.text(x, plot.head_y, label, FontFace::sans, painter.small, Align::left, painter.colors.muted);
    free_from = x + width + 5 * painter.unit;
  }
}

/// Rows that lie on one line of pixels, as many as there are where they are thinner: [first, end) of the plot's.
struct RowSpan {
  std::uint32_t first = 0, end = 0;
};
std::vector<RowSpan> rows_by_pixel(const ActivityPlot& plot) {
  std::vector<RowSpan> spans;
  float last = -1;
  for (std::uint32_t i = 0; i < plot.rows.size(); ++i) {
    const float line = std::floor(plot.rows[i].y);
    if (line != last) spans.push_back({i, i});
    spans.back().end = i + 1;
    last = line;
  }
  return spans;
}

/// The efficiency of these rows together, and whether warps diverge in any.
RowCounts mean_counts(const ActivityPlot& plot, const RowSpan& span) {
  RowCounts mean;
  for (std::uint32_t step = span.first; step < span.end; ++step) {
    mean.simd_efficiency += plot.counts[step].simd_efficiency / (span.end - span.first);
    mean.divergent_warps = std::max(mean.divergent_warps, plot.counts[step].divergent_warps);
  }
  return mean;
}

/// Of the rows from `first` to `last`. Where bars touch, they end at whole pixels, or a pixel that two of them
/// share would be a paler line.
void draw_bar(Painter& painter, const CountColumn& column, const StepRow& first, const StepRow& last,
              const RowCounts& counts, bool future) {
  const double share = counts.simd_efficiency;
  const float most = 10 * painter.unit;
  float top = first.y - first.height / 2, height = last.y + last.height / 2 - top;
  if (height > most) {
    top += (height - most) / 2;
    height = most;
  } else {
    const float end = std::round(top + height);
    top = std::round(top);
    height = end - top;
  }
  const Rect whole{column.left, top, column.right - column.left, height};
  const auto faded = [&](Color color) { return future ? mix(color, painter.colors.background, 0.6f) : color; };
  painter.scene.quads.push_back({.rect = whole, .color = faded(painter.colors.retired)});
  const Color color = counts.divergent_warps > 0 ? painter.colors.divergent_active : painter.colors.active;
  painter.scene.quads.push_back(
      {.rect = {whole.x, whole.y, whole.w * static_cast<float>(share), height}, .color = faded(color)});
}

/// One warp, large: the number in each lane that works.
void draw_lane_numbers(Painter& painter, const MaskGrid& grid) {
  const Rect first = grid.lane_cell(0, 0, 0);
  if (first.h < painter.small || first.w < painter.width_of("31", FontFace::mono, painter.small) + 2 * painter.unit)
    return;
  for (std::uint32_t step = 0; step < grid.steps; ++step)
    for (std::uint32_t lane = 0; lane < grid.lanes; ++lane) {
      if (!(mask_of(grid, step, 0) >> lane & 1)) continue;
      const Rect cell = grid.lane_cell(step, 0, lane);
      painter.text(cell.x + cell.w / 2, cell.y + cell.h / 2, std::to_string(lane), FontFace::mono, painter.small,
                   Align::center, step < grid.rows_done ? ink(painter.colors) : ink_on_faded(painter.colors));
    }
}

/// What the rows have on average, where they share a line of pixels.
Color heat_of(const Palette& colors, const ActivityPlot& plot, const RowSpan& span, std::uint32_t warp) {
  const auto live = static_cast<unsigned>(std::popcount(plot.grid.live_mask(warp)));
  Color mean;
  for (std::uint32_t step = span.first; step < span.end; ++step) {
    const auto working = static_cast<unsigned>(std::popcount(mask_of(plot.grid, step, warp)));
    const Color fill = working == 0     ? colors.retired
                       : working < live ? heat_color(colors, live - working, live)
                                        : colors.active;
    mean = mix(mean, fill, 1.0f / static_cast<float>(step - span.first + 1));
  }
  return mean;
}

void draw_heat_cell(Painter& painter, const ActivityPlot& plot, const RowSpan& span, std::uint32_t warp) {
  const Palette& colors = painter.colors;
  const std::uint32_t step = span.first;
  const auto live = static_cast<unsigned>(std::popcount(plot.grid.live_mask(warp)));
  const auto working = static_cast<unsigned>(std::popcount(mask_of(plot.grid, step, warp)));
  const bool diverges = working > 0 && working < live, future = step >= plot.steps_done;
  const auto faded = [&](Color color) { return future ? mix(color, colors.background, 0.6f) : color; };
  Rect cell = plot.grid.cell(step, warp);
  cell.h = std::max(cell.h, 1.0f);
  const Color fill = heat_of(colors, plot, span, warp);
  const bool warms = plot.moving && span.end - span.first == 1 && step + 1 == plot.steps_done;
  if (warms) painter.scene.quads.push_back({.rect = cell, .color = mix(fill, colors.background, 0.6f)});
  const Appearance heat(painter.scene);
  painter.scene.quads.push_back({.rect = cell, .color = faded(fill)});
  if (diverges && 2 * working < live && cell.h >= 4 * painter.unit)
    painter.scene.quads.push_back(
        {.rect = cell, .color = faded(colors.divergent_masked), .pattern = Pattern::hatched});
  const std::string number = std::to_string(live - working);
  const float width = painter.width_of("31", FontFace::mono, painter.small);
  if (diverges && cell.h >= painter.small && cell.w >= width + 4 * painter.unit) {
    const Rect back{cell.x + (cell.w - width) / 2 - 2 * painter.unit, cell.y + (cell.h - painter.small) / 2,
                    width + 4 * painter.unit, painter.small};
    painter.scene.quads.push_back({.rect = back, .color = faded(fill), .radius = 2 * painter.unit});
    painter.text(cell.x + cell.w / 2, cell.y + cell.h / 2, number, FontFace::mono, painter.small, Align::center,
                 ink_on(faded(fill)));
  }
  if (warms) heat.between(painter.scene, 0, 1);
  painter.scene.picks.push_back({cell, {.step = step, .warp = warp, .lane = {}, .node = {}}});
}

/// A click on a column of the folded grid goes to its first warp: in the block in view, or else in its own block.
void add_history_picks(Painter& painter, const ActivityPlot& plot, const Run& run) {
  for (std::uint32_t column = 0; column < plot.grid.warps; ++column) {
    const WarpHistory& warp = plot.folded.warps[column];
    const auto here = std::find(plot.column_of_warp.begin(), plot.column_of_warp.end(), column);
    Focus focus{.step = {}, .warp = warp.warp, .lane = {}, .node = {}};
    Commands clicks;
    if (here != plot.column_of_warp.end())
      focus.warp = static_cast<std::uint32_t>(here - plot.column_of_warp.begin());
    else
      clicks = {SetBlock{warp.block}};
    clicks.push_back(SetActivityLevel{ActivityLevel::warp});
    const std::uint64_t block = here != plot.column_of_warp.end() ? run.request.block : warp.block;
    const std::string tip =
        tr_format("{} of {} warps did this, such as warp {} of block {}. Click to see it alone.",
                  grouped(warp.count), grouped(plot.folded.total), *focus.warp, grouped(block));
    const Rect top = plot.grid.cell(0, column);
    const bool lit = here != plot.column_of_warp.end();
    painter.scene.picks.push_back({{top.x, plot.head_y - painter.small, top.w + plot.grid.warp_gap,
                                    plot.grid.rect.bottom() - plot.head_y + painter.small},
                                   lit ? focus : Focus{},
                                   std::move(clicks),
                                   tip,
                                   fmt::format("history/{}", column),
                                   focus});
  }
}

/// Outlines where lanes have no thread: an empty cell each, in every row.
void draw_idle_lanes(Painter& painter, const ActivityPlot& plot) {
  const MaskGrid& grid = plot.grid;
  const std::uint32_t idle = kWarpSize - grid.lanes;
  if (idle == 0 || grid.steps == 0) return;
  const auto line = [&](Rect rect) { painter.scene.quads.push_back({.rect = rect, .color = painter.colors.grid}); };
  const float stroke = std::max(1.0f, std::floor(painter.unit)), width = plot.idle_lane * static_cast<float>(idle);
  for (std::uint32_t column = 0; column < grid.warps; ++column) {
    const float left = grid.cell(0, column).right() + std::max(grid.lane_gap, stroke);
    const float right = left + width - stroke;
    // Neighbours share a line; too thin to be told apart, they have one outline.
    const std::uint32_t every = plot.idle_lane >= kLeastIdleLane ? 1 : idle;
    for (std::uint32_t lane = 0; lane <= idle; lane += every)
      line({std::min(left + plot.idle_lane * static_cast<float>(lane), right), grid.rect.y, stroke, grid.rect.h});
    for (std::uint32_t row = 0; row < (grid.row_gap > 0 ? grid.steps : 1); ++row)
      line({left, grid.cell(row, column).y, width, stroke});
    line({left, grid.rect.bottom() - stroke, width, stroke});
    const std::string words = tr("no thread");
    const float first_number =
        painter.width_of(tr("lane ") + std::string("0"), FontFace::sans, painter.small) + 8 * painter.unit;
    const bool apart = plot.level != ActivityLevel::grid && grid.cell(0, column).w >= first_number;
    if (apart && painter.width_of(words, FontFace::sans, painter.small) <= width)
      painter.text(left + width / 2, plot.head_y, words, FontFace::sans, painter.small, Align::center,
                   painter.colors.faint);
    painter.scene.picks.push_back({{left, grid.rect.y, width, grid.rect.h},
                                   {},
                                   {},
                                   tr_format("Lanes {} to {} have no thread, since blockDim is {}. A warp costs "
                                             "the same whether or not all of its 32 "
                                             "lanes have one.",
                                             grid.lanes, kWarpSize - 1, grid.lanes),
                                   "idle_lanes"});
  }
}

}  // namespace

Color heat_color(const Palette& colors, unsigned waiting, unsigned live) {
  const float share = live < 3 ? 1 : static_cast<float>(waiting - 1) / static_cast<float>(live - 2);
  return mix(mix(colors.background, colors.divergent_active, 0.4f), colors.divergent_active, share);
}

void draw_column_heads(Painter& painter, const ActivityPlot& plot, float left) {
  if (plot.level == ActivityLevel::grid)
    draw_warp_counts(painter, plot);
  else
    draw_numbers_above(painter, plot, left);
}

void draw_counts(Painter& painter, const ActivityPlot& plot) {
  const std::uint32_t position = plot.steps_done;
  const auto shown = rows_with_room(plot.rows, position - 1, painter.small);
  const std::vector<RowSpan> lines = rows_by_pixel(plot);
  for (const CountColumn& column : plot.columns) {
    painter.text(column.right, plot.head_y, column.head, FontFace::sans, painter.small, Align::right,
                 painter.colors.faint);
    if (!column.head.empty() && !column.tip.empty())
      painter.scene.picks.push_back(
          {{column.left, plot.head_y - painter.small, column.right - column.left, 2 * painter.small},
           {},
           {},
           column.tip,
           "head/" + column.head});
    if (column.bar) {
      for (const RowSpan& span : lines)
        draw_bar(painter, column, plot.rows[span.first], plot.rows[span.end - 1], mean_counts(plot, span),
                 span.first >= position);
      continue;
    }
    for (std::size_t i = 0; i < plot.rows.size(); ++i) {
      if (!shown[i]) continue;
      const std::uint32_t step = plot.rows[i].step;
      const Color color = step + 1 == position ? painter.colors.text
                          : step >= position   ? painter.colors.faint
                                               : painter.colors.muted;
      painter.text(column.right, plot.rows[i].y, column.cell(plot.counts[step]), FontFace::mono, painter.small,
                   Align::right, color);
    }
  }
}

void draw_cells(Painter& painter, const ActivityPlot& plot, const Run& run) {
  for (const RowSpan& span : rows_by_pixel(plot)) {
    const StepRow &first = plot.rows[span.first], &last = plot.rows[span.end - 1];
    const float top = first.y - first.height / 2;
    painter.scene.picks.push_back({{0, top, plot.grid.rect.x, last.y + last.height / 2 - top},
                                   {.step = first.step, .warp = {}, .lane = {}, .node = {}}});
  }
  draw_idle_lanes(painter, plot);
  if (plot.level == ActivityLevel::heat) {
    for (const RowSpan& span : rows_by_pixel(plot))
      for (std::uint32_t warp = 0; warp < plot.grid.warps; ++warp) draw_heat_cell(painter, plot, span, warp);
    return;
  }
  painter.scene.mask_grids.push_back(plot.grid);
  if (plot.level == ActivityLevel::grid) add_history_picks(painter, plot, run);
  if (plot.level == ActivityLevel::warp) draw_lane_numbers(painter, plot.grid);
}

void draw_focus(Painter& painter, const ActivityPlot& plot, const Focus& focus, float stroke, Color color) {
  const MaskGrid& grid = plot.grid;
  const bool named = focus.warp && *focus.warp < plot.column_of_warp.size();
  const std::uint32_t column = named ? plot.column_of_warp[*focus.warp] : grid.warps;
  const bool step = focus.step && *focus.step < grid.steps, warp = column < grid.warps;
  const auto around = [&](Rect rect) {
    return Rect{rect.x - stroke, rect.y - stroke, rect.w + 2 * stroke, rect.h + 2 * stroke};
  };
  if (step && warp) {
    painter.outline(around(grid.cell(*focus.step, column)), stroke, color);
    if (focus.lane && *focus.lane < grid.lanes && plot.level != ActivityLevel::heat) {
      Rect lane = grid.lane_cell(*focus.step, column, *focus.lane);
      const float least = 3 * painter.unit;  // a lane thinner than that would vanish under its outline
      if (lane.w < least) lane = {lane.x + (lane.w - least) / 2, lane.y, least, lane.h};
      if (lane.w >= 8 * painter.unit)
        painter.outline(around(lane), stroke, color);
      else
        painter.scene.overlays.push_back(
            {.rect = {lane.x, lane.y - 3 * stroke, lane.w, lane.h + 6 * stroke}, .color = color});
    }
  } else if (step) {
    const Rect first = grid.cell(*focus.step, 0);
    painter.outline(around({first.x, first.y, grid.rect.w, first.h}), stroke, color);
  } else if (warp) {
    const Rect top = grid.cell(0, column);
    painter.outline(around({top.x, grid.rect.y, top.w, grid.rect.h}), stroke, color);
  }
}

}  // namespace lanescope
