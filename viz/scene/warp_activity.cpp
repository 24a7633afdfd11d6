// The warp activity view: steps down, warps and their lanes across. Drawn from the masks alone; what a lane
// combined is the tree's business.
#include <algorithm>
#include <bit>
#include <cmath>

#include "viz/scene/step_table.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

struct CountColumn {
  std::string head;
  float right = 0;
  std::string (*cell)(const StepMetrics&);
};

/// Where everything goes: computed before anything is drawn.
struct Layout {
  MaskGrid grid;
  float head_y = 0;
  std::vector<StepRow> rows;
  std::vector<CountColumn> columns;
};

std::vector<LegendEntry> legend(const Palette& colors) {
  using Sample = LegendEntry::Sample;
  return {{Sample::square, colors.active, {}, "active"},
          {Sample::square, colors.divergent_active, {}, "active, warp diverges"},
          {Sample::hatched, colors.divergent_masked, colors.divergent_hatch, "masked off"},
          {Sample::square, colors.retired, {}, "retired warp"}};
}

std::vector<CountColumn> count_columns(const Painter& painter, std::size_t steps_with_metrics, std::size_t steps) {
  const float width = painter.content.w / painter.unit;
  std::vector<CountColumn> columns;
  if (steps_with_metrics < steps || width < 560) return columns;
  columns.push_back({"active", 0, [](const StepMetrics& m) { return std::to_string(m.active_threads); }});
  columns.push_back({"divergent", 0, [](const StepMetrics& m) { return std::to_string(m.divergent_warps); }});
  if (width >= 720)
    columns.push_back({"SIMD", 0, [](const StepMetrics& m) {
                         return std::to_string(std::lround(100 * m.simd_efficiency)) + "%";
                       }});
  float right = painter.content.right() - 4 * painter.unit;
  for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
    column->right = right;
    const float words = painter.width_of(column->head, FontFace::sans, painter.small);
    right -= std::max(words, painter.width_of("1024", FontFace::mono, painter.small)) + 12 * painter.unit;
  }
  return columns;
}

/// Whole pixels for rows and warps wherever that costs little, so that cells are crisp and equal.
void fit_cells(MaskGrid& grid, const Painter& painter, float width, float height) {
  const float unit = painter.unit;
  const float row = std::min(40 * unit, height / static_cast<float>(grid.steps));
  const float row_pitch = row >= 4 ? std::floor(row) : row;
  grid.row_gap = row_pitch >= 12 * unit ? std::round(2 * unit) : row_pitch >= 6 ? 1 : 0;
  grid.rect.h = row_pitch * static_cast<float>(grid.steps) - grid.row_gap;

  const auto warps = static_cast<float>(grid.warps), lanes = static_cast<float>(grid.lanes);
  float pitch = width / warps;
  grid.warp_gap = pitch >= 64 * unit ? std::round(4 * unit) : pitch >= 12 ? std::round(2 * unit) : 1;
  if (grid.warps == 1) grid.warp_gap = 0;
  if (pitch >= 6) pitch = std::floor(pitch);
  float lane = std::min((pitch - grid.warp_gap) / lanes, 72 * unit);
  if (lane >= 5) lane = std::floor(lane);
  grid.lane_gap = lane >= 5 ? std::max(1.0f, std::floor(unit)) : 0;
  const float cell_w = lane * lanes - grid.lane_gap;
  grid.rect.w = (cell_w + grid.warp_gap) * warps - grid.warp_gap;
}

MaskGrid mask_grid(const Painter& painter, const Run& run, const History& history, std::uint32_t position) {
  const Palette& colors = painter.colors;
  MaskGrid grid;
  grid.steps = static_cast<std::uint32_t>(history.steps());
  grid.warps = run.trace->warps_per_block();
  grid.lanes = std::min(run.launch.block_dim, kWarpSize);
  grid.masks = history.masks;
  grid.rows_done = position;
  grid.background = colors.background;
  grid.active = colors.active;
  grid.divergent_active = colors.divergent_active;
  grid.divergent_masked = colors.divergent_masked;
  grid.divergent_hatch = colors.divergent_hatch;
  grid.retired = colors.retired;
  return grid;
}

Layout layout(const Painter& painter, const Run& run, const History& history, const StepTable& table,
              std::uint32_t position) {
  Layout result;
  result.head_y = painter.content.y + 8 * painter.unit;
  result.grid = mask_grid(painter, run, history, position);
  result.columns = count_columns(painter, run.metrics.block.steps.size(), history.steps());
  float right = painter.content.right();
  if (!result.columns.empty()) {
    const CountColumn& first = result.columns.front();
    right = first.right - painter.width_of(first.head, FontFace::sans, painter.small) - 12 * painter.unit;
  }
  const auto place = [&](float top) {
    result.grid.rect = {table.right(), top, 0, 0};
    fit_cells(result.grid, painter, std::max(8.0f, right - table.right()),
              std::max(1.0f, painter.content.bottom() - top));
  };
  const float top = std::round(painter.content.y + 18 * painter.unit);
  place(top);
  // Where rows are thinner than their labels, the first label needs room below the heads.
  const float line = painter.small + 2 * painter.unit;
  const float missing = result.head_y + line - (top + result.grid.cell(0, 0).h / 2);
  if (missing > 0) place(top + std::ceil(missing));
  for (std::uint32_t step = 0; step < result.grid.steps; ++step) {
    const Rect cell = result.grid.cell(step, 0);
    result.rows.push_back({step, cell.y + cell.h / 2, cell.h});
  }
  return result;
}

/// Numbers over the warps (or over the lanes of a single one): all, or every second, fourth ...
void draw_column_heads(Painter& painter, const MaskGrid& grid, float y) {
  const bool by_lane = grid.warps == 1;
  const std::uint32_t count = by_lane ? grid.lanes : grid.warps;
  const auto place = [&](std::uint32_t i) { return by_lane ? grid.lane_cell(0, 0, i) : grid.cell(0, i); };
  const std::string word = by_lane ? "lane " : "warp ";
  const auto width = [&](const std::string& t) { return painter.width_of(t, FontFace::sans, painter.small); };
  const float pitch = count > 1 ? place(1).x - place(0).x : place(0).w;
  const bool words_fit = width(word + std::to_string(count - 1)) + 8 * painter.unit <= pitch;
  std::uint32_t every = 1;
  while (every < count && static_cast<float>(every) * pitch < width(std::to_string(count - 1)) + 6 * painter.unit) every *= 2;
  float free_from = 0;
  for (std::uint32_t i = 0; i < count; i += every) {
    // The word is said once, on the first number, where it does not fit on each.
    const std::string label = (words_fit || i == 0 ? word : "") + std::to_string(i);
    const Rect cell = place(i);
    const float w = width(label);
    float x = cell.x + (cell.w - w) / 2;
    if (i == 0 && !words_fit) x = cell.x;
    if (x < free_from || x + w > painter.content.right()) continue;
    painter.text(x, y, label, FontFace::sans, painter.small, Align::left, painter.colors.faint);
    free_from = x + w + 5 * painter.unit;
  }
}

void draw_counts(Painter& painter, const Layout& layout, const Run& run, std::uint32_t position) {
  const auto shown = rows_with_room(layout.rows, position - 1, painter.small + 2 * painter.unit);
  for (const CountColumn& column : layout.columns) {
    painter.text(column.right, layout.head_y, column.head, FontFace::sans, painter.small, Align::right,
                 painter.colors.faint);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
      if (!shown[i]) continue;
      const std::uint32_t step = layout.rows[i].step;
      const Color color = step + 1 == position ? painter.colors.text
                          : step >= position   ? painter.colors.faint
                                               : painter.colors.muted;
      painter.text(column.right, layout.rows[i].y, column.cell(run.metrics.block.steps[step]), FontFace::mono,
                   painter.small, Align::right, color);
    }
  }
}

/// Outlines what the focus names: a row, a warp's column or cell, a lane.
void draw_focus(Painter& painter, const MaskGrid& grid, const Focus& focus, float stroke, Color color) {
  const bool step = focus.step && *focus.step < grid.steps, warp = focus.warp && *focus.warp < grid.warps;
  const auto around = [&](Rect rect) {
    return Rect{rect.x - stroke, rect.y - stroke, rect.w + 2 * stroke, rect.h + 2 * stroke};
  };
  if (step && warp) {
    painter.outline(around(grid.cell(*focus.step, *focus.warp)), stroke, color);
    if (focus.lane && *focus.lane < grid.lanes) {
      Rect lane = grid.lane_cell(*focus.step, *focus.warp, *focus.lane);
      const float least = 3 * painter.unit;   // a lane thinner than that would vanish under its outline
      if (lane.w < least) lane = {lane.x + (lane.w - least) / 2, lane.y, least, lane.h};
      if (lane.w >= 8 * painter.unit) painter.outline(around(lane), stroke, color);
      else painter.scene.overlays.push_back({.rect = {lane.x, lane.y - 3 * stroke, lane.w, lane.h + 6 * stroke}, .color = color});
    }
  } else if (step) {
    const Rect first = grid.cell(*focus.step, 0);
    painter.outline(around({first.x, first.y, grid.rect.w, first.h}), stroke, color);
  } else if (warp) {
    const Rect top = grid.cell(0, *focus.warp);
    painter.outline(around({top.x, grid.rect.y, top.w, grid.rect.h}), stroke, color);
  }
}

std::string subtitle(const Run& run) {
  const unsigned threads = run.launch.block_dim, warps = run.trace->warps_per_block();
  return "block " + grouped(run.request.block) + " · " + counted(threads, "thread") + " in " + counted(warps, "warp");
}

}  // namespace

Scene warp_activity_scene(const Run& run, const VariantView& state, SceneSize size) {
  Painter painter(state, size);
  const History* history = history_in_view(run);
  if (!history || history->steps() == 0) {
    painter.header("Warp activity", run.request.kernel, {});
    painter.empty_state(run.trace && run.launch.grid_dim == 0
                            ? "There is nothing to reduce: N is 0, so no block was launched."
                            : "This kernel is a loop on the host: one thread, no warps, nothing runs in parallel.");
    return std::move(painter.scene);
  }
  painter.header("Warp activity", subtitle(run), legend(painter.colors));
  const auto position = std::min(state.position, static_cast<std::uint32_t>(history->steps()));
  const StepTable table(painter, run);
  const Layout places = layout(painter, run, *history, table, position);
  if (position > 0) {
    const StepRow& row = places.rows[position - 1];
    draw_current_band(painter, row.y, std::max(row.height + 2 * painter.unit, painter.small));
  }
  table.draw_header(painter, places.head_y);
  draw_column_heads(painter, places.grid, places.head_y);
  table.draw_rows(painter, places.rows, position);
  draw_counts(painter, places, run, position);
  painter.scene.mask_grids.push_back(places.grid);
  for (const StepRow& row : places.rows)
    painter.scene.picks.push_back(
        {{0, row.y - row.height / 2, places.grid.rect.x, row.height}, {.step = row.step, .warp = {}, .lane = {}, .node = {}}});
  if (!(state.hover == state.selection)) draw_focus(painter, places.grid, state.hover, painter.unit, painter.colors.hover);
  draw_focus(painter, places.grid, state.selection, 2 * painter.unit, painter.colors.selection);
  return std::move(painter.scene);
}

}  // namespace lanescope
