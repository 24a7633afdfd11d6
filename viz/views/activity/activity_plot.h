// The warp activity picture before it is drawn: which warps are its columns, what each row counts, where everything
// goes.
#pragma once

#include <string>
#include <vector>

#include "viz/kit/painter.h"
#include "viz/views/activity/warp_histories.h"
#include "viz/views/shared/lane_columns.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {

struct ActivityPlot {
  ActivityLevel level = ActivityLevel::block;
  const History* history = nullptr;  ///< the history whose steps are the rows
  std::uint32_t steps_done = 0;
  bool moving = false;                   ///< the last step done is under way
  MaskGrid grid;                         ///< one column per warp; at grid level, one for many alike
  FoldedGrid folded;                     ///< at grid level
  std::uint64_t histories_left_out = 0;  ///< at grid level, because they do not fit
  Repeating<RowCounts> counts;           ///< one a row
  float idle_lane = 0;                   ///< from one lane without a thread to the next, behind those of a warp
  float head_y = 0;
  std::vector<StepRow> rows;
  std::vector<CountColumn> columns;           ///< at the right
  std::vector<std::uint32_t> column_of_warp;  ///< of the block in view; the number of columns if it has none
};

/// The plot at the state's level. The run must have a history in view.
ActivityPlot activity_plot(const Run& run, const VariantView& state);
/// Places rows and columns in the painter's content.
void place_plot(ActivityPlot& plot, const Painter& painter, const Run& run, const StepTable& table);

/// `left`: from where on there is room.
void draw_column_heads(Painter& painter, const ActivityPlot& plot, float left);
void draw_counts(Painter& painter, const ActivityPlot& plot);
/// The cells, and what they mean to a pointer.
void draw_cells(Painter& painter, const ActivityPlot& plot, const Run& run);
/// Of a step under way: the lanes that work go on from the row above to theirs; the others stand.
void draw_step_under_way(Painter& painter, const ActivityPlot& plot);
/// Outlines what is in focus: a row, a warp's column or cell, a lane.
void draw_focus(Painter& painter, const ActivityPlot& plot, const Focus& focus, float stroke, Color color);

/// The brighter, the more lanes of the warp wait. Of `live` lanes at least one works and one does not.
Color heat_color(const Palette& colors, unsigned waiting, unsigned live);

}  // namespace lanescope
