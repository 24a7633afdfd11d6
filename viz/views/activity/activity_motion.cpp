// The cells of a step under way.
#include <algorithm>
#include <bit>

#include "viz/views/activity/activity_plot.h"

namespace lanescope {
namespace {

/// Rows lower than this, in units, and cells beyond this number are not seen to move.
constexpr float kLeastRow = 3;
constexpr std::size_t kMostCells = 1500;
constexpr float kLeastLane = 2;  // pixels; as in mask.frag

/// Lanes of a cell that work side by side: [first, end).
struct Lanes {
  std::uint32_t first = 0, end = 0;
};

std::vector<Lanes> working_lanes(const MaskGrid& grid, std::uint32_t mask) {
  std::vector<Lanes> runs;
  for (std::uint32_t lane = 0; lane < grid.lanes; ++lane) {
    if (!(mask >> lane & 1)) continue;
    const bool joined = !runs.empty() && runs.back().end == lane && grid.lane_gap == 0;
    if (joined)
      ++runs.back().end;
    else
      runs.push_back({lane, lane + 1});
  }
  return runs;
}

/// Where they are drawn in a row: by the share of the cell that works where lanes are too thin to be told apart.
std::vector<Rect> places(const MaskGrid& grid, std::uint32_t step, std::uint32_t column, std::uint32_t mask) {
  const Rect cell = grid.cell(step, column), lane = grid.lane_cell(step, column, 0);
  if (mask == grid.live_mask(column) && grid.part_column != column && grid.lane_gap == 0) return {cell};
  if (lane.w < kLeastLane)
    return {{cell.x, cell.y, cell.w * static_cast<float>(std::popcount(mask)) / static_cast<float>(grid.lanes),
             cell.h}};
  std::vector<Rect> rects;
  for (const Lanes& lanes : working_lanes(grid, mask)) {
    const Rect first = grid.lane_cell(step, column, lanes.first),
               last = grid.lane_cell(step, column, lanes.end - 1);
    rects.push_back({first.x, first.y, last.right() - first.x, first.h});
  }
  return rects;
}

}  // namespace

void draw_step_under_way(Painter& painter, const ActivityPlot& plot) {
  const MaskGrid& grid = plot.grid;
  if (plot.level == ActivityLevel::heat || plot.steps_done == 0 || plot.steps_done > grid.steps) return;
  const std::uint32_t step = plot.steps_done - 1;
  if (grid.cell(step, 0).h < kLeastRow * painter.unit) return;
  std::vector<Moving<Quad>> cells;
  for (std::uint32_t column = 0; column < grid.warps; ++column) {
    const std::uint32_t mask = grid.masks[std::size_t{step} * grid.warps + column] & grid.live_mask(column);
    if (mask == 0) continue;
    const Color color = mask == grid.live_mask(column) ? grid.active : grid.divergent_active;
    const float above = step > 0 ? grid.cell(step, 0).y - grid.cell(step - 1, 0).y : 0;
    for (const Rect& place : places(grid, step, column, mask)) {
      Quad from{.rect = {place.x, place.y - above, place.w, place.h}, .color = color};
      if (step == 0) from.color.a = 0;
      cells.push_back({from, {.rect = place, .color = color}});
    }
  }
  if (cells.size() > kMostCells) return;
  painter.scene.moving_quads.insert(painter.scene.moving_quads.end(), cells.begin(), cells.end());
}

}  // namespace lanescope
