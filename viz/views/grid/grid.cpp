// The grid: all blocks of a launch in one picture, and blocks over steps on a GPU that holds only some of them at
// once. It answers what a student asks of a grid:
//   How do many blocks make one value? Where does the segment of each block start?
//   Why is one atomic update a block cheap and one an element not, and how many are there?
//   What do partial sums and a second launch do instead, and what does the last block do?
//   What does coarsening save where blocks cannot all run at once? What does it lose where they could?
// Blocks are drawn as their steps with their threads side by side, those lit that work, both where they meet and
// over time, so that a tree is the same shape in both, and that of its kernel. All of it follows from the trace of
// each block and from the launches of the run.
#include <algorithm>
#include <cmath>

#include "viz/views/grid/grid_picture.h"

namespace lanescope {
namespace {

// In units. From this height on the blocks have the whole width, and their schedule is below; in lower pictures it
// is beside them, where both have room.
constexpr float kTall = 420, kGap = 28, kLeastWidth = 330, kLeastShape = 1.6f, kHeader = 24, kLeastHeight = 190,
                kLegendFrom = 210;

std::string subtitle(const Run& run) {
  std::string words = counted(run.launch.grid_dim, "block");
  if (run.launch.grid_dim > 1 && run.launch.elements_per_block > 0)
    words += " · " + tr_format("a segment of {} each", counted(run.launch.elements_per_block, "element"));
  if (run.launches.size() > 1)
    words += " · " + tr_format("launch {} of {}", run.request.launch, run.launches.size());
  return words;
}

bool is_beside(const Rect& room, float unit) {
  return room.h < kTall * unit && room.w >= kLeastWidth * unit && room.w >= kLeastShape * room.h;
}

bool has_schedule(const Rect& room, float unit) {
  return room.h >= kLeastHeight * unit || is_beside(room, unit);
}

void draw_parts(const GridPicture& picture, const Rect& room) {
  const float unit = picture.unit(), gap = kGap * unit;
  if (is_beside(room, unit)) {
    const float left = std::round(0.54f * room.w);
    draw_grid(picture, {room.x, room.y, left, room.h});
    return draw_schedule(picture, {room.x + left + gap, room.y, room.w - left - gap, room.h});
  }
  if (!has_schedule(room, unit)) return draw_grid(picture, room);
  const float below = std::round(std::max(room.h - grid_height(picture) * unit - gap / 2,
                                          std::min(schedule_height(picture) * unit, 0.38f * room.h)));
  draw_grid(picture, {room.x, room.y, room.w, room.h - below - gap / 2});
  draw_schedule(picture, {room.x, room.bottom() - below, room.w, below});
}

Scene grid_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const Run& run = input.run;
  if (!run.trace || run.launch.grid_dim == 0 || run.trace->history_of_block.empty()) {
    painter.header(tr("Grid"), "", {});
    painter.empty_state(tr("There are no blocks: nothing was launched on a GPU or the emulator."));
    return std::move(painter.scene);
  }
  using Sample = LegendEntry::Sample;
  std::vector<LegendEntry> legend{{Sample::square, painter.colors.active, {}, tr("threads that add")},
                                  {Sample::square, painter.colors.grid, {}, tr("threads that do not")}};
  if (painter.content.h < kLegendFrom * painter.unit) legend.clear();
  Rect below = painter.content;
  below.h -= kHeader * painter.unit;
  const bool scheduled = has_schedule(below, painter.unit);
  header_with_choices(painter, tr("Grid"), tr("Grid"), subtitle(run), legend,
                      scheduled ? gpu_choices(input) : std::vector<Choice>());
  draw_parts({input, painter}, painter.content);
  return std::move(painter.scene);
}

}  // namespace

View grid_view() {
  return {.id = "grid",
          .title = tr_later("Grid"),
          .description =
              tr_later("All blocks: where their segments start, how their results become one, and what waits for "
                       "what on a GPU that holds only some at once."),
          .example = "--preset coarsening_figure",
          .build = grid_scene,
          .fits = fits::has_tree,
          .looks_at_others = true};
}

}  // namespace lanescope
