// What the parts of the grid view share: the launch in view and its colours, and which of its blocks have a column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/grid_facts.h"
#include "engine/analysis/step_schedule.h"
#include "viz/kit/choices.h"
#include "viz/kit/painter.h"
#include "viz/views/view.h"

namespace lanescope {

struct GridPicture {
  const ViewInput& input;
  Painter& painter;

  const Run& run() const { return input.run; }
  const Trace& trace() const { return *input.run.trace; }
  const LaunchConfig& launch() const { return input.run.launch; }
  const Palette& colors() const { return painter.colors; }
  float unit() const { return painter.unit; }
  std::uint64_t block_in_view() const { return input.run.request.block; }
  /// All steps of the block in view are taken.
  bool is_over() const { return input.state.position >= trace().history(block_in_view()).steps(); }
  /// The last of them is under way: the blocks' results are on their way to the output.
  bool arrives() const { return is_over() && input.state.moving; }
};

/// A place from left to right: of one block, or of the dots that stand for those that do not fit.
struct GridColumn {
  std::optional<std::uint64_t> block;
  std::uint64_t hidden = 0;  ///< blocks that the dots stand for
  float x = 0, w = 0;
  float middle() const { return x + w / 2; }
};

/// All blocks, or as many as fit: the first ones, the one in view and the last, which may be ragged.
std::vector<GridColumn> columns_of(const GridPicture& picture, float x, float width);

/// The lanes that work in a step: a mask a warp.
using StepLanes = std::vector<std::uint32_t>;
std::uint32_t threads_in(const StepLanes& lanes);
/// At each step as a textbook counts it.
Repeating<StepLanes> working_lanes(const History& history, unsigned warps);

/// The first of the texts that is no wider, or the last, cut short.
std::string fitting(const Painter& painter, const std::vector<std::string>& texts, FontFace face, float size,
                    float width);

/// A block as steps, one below the other or, `sideways`, one after another: its threads side by side, and those
/// that work lit where they are. Steps and threads without room of their own are drawn together, as bright as many
/// of them work.
void draw_steps(const GridPicture& picture, const Repeating<StepLanes>& steps, unsigned threads, const Rect& rect,
                bool sideways);

/// What is told of a block where the pointer rests on it.
std::string block_words(const GridPicture& picture, std::uint64_t block);
/// A place that tells it, and that looks into the block when it is clicked.
void pick_block(const GridPicture& picture, std::uint64_t block, const Rect& rect, const std::string& more = "");

/// The blocks of the grid, from their segments to the one value that they make.
void draw_grid(const GridPicture& picture, const Rect& room);
/// Height that it can make use of, in units.
float grid_height(const GridPicture& picture);
/// How their results become one, below their columns.
void draw_meeting(const GridPicture& picture, const std::vector<GridColumn>& columns, float top, const Rect& room);
/// Height that the meeting takes, in units, without the room for lines that lead to it.
float meeting_height(const GridPicture& picture);

/// Blocks over steps, on the chosen GPU.
void draw_schedule(const GridPicture& picture, const Rect& room);
/// Height that it should have, in units: no more than a few lanes'.
float schedule_height(const GridPicture& picture);
std::vector<Choice> gpu_choices(const ViewInput& input);

}  // namespace lanescope
