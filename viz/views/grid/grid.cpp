// The grid: all blocks of a launch in one picture, and blocks over steps on a GPU that holds only some of them at once. It
// answers what a student asks of a grid:
//   How do many blocks make one value? Where does the segment of each block start?
//   Why is one atomic update a block cheap and one an element not, and how many are there?
//   What do partial sums and a second launch do instead, and what does the last block do?
//   What does coarsening save where blocks cannot all run at once? What does it lose where they could?
// Blocks are drawn as their steps, each as wide as threads work in it, both where they meet and over time, so that a tree is
// the same shape in both. All of it follows from the trace of each block and from the launches of the run.
#include <algorithm>
#include <cmath>

#include "viz/views/grid/grid_picture.h"

namespace lanescope {
namespace {

// In units. Beside each other from this width on; else one above the other.
constexpr float kBesideFrom = 620, kBesideShape = 1.6f, kGap = 28;

std::string subtitle(const Run& run) {
  std::string words = counted(run.launch.grid_dim, "block");
  if (run.launch.grid_dim > 1 && run.launch.elements_per_block > 0)
    words += " · " + tr_format("a segment of {} each", counted(run.launch.elements_per_block, "element"));
  if (run.launches.size() > 1)
    words += " · " + tr_format("launch {} of {}", run.request.launch, run.launches.size());
  return words;
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
  painter.header(tr("Grid"), subtitle(run),
                 {{Sample::square, painter.colors.active, {}, tr("threads that add")},
                  {Sample::square, painter.colors.grid, {}, tr("threads that do not")}});
  const GridPicture picture{input, painter};
  const Rect room = painter.content;
  const float unit = painter.unit, gap = kGap * unit;
  if (room.w >= kBesideFrom * unit && room.w >= kBesideShape * room.h) {
    const float left = std::round(0.54f * room.w);
    draw_grid(picture, {room.x, room.y, left, room.h});
    draw_schedule(picture, {room.x + left + gap, room.y, room.w - left - gap, room.h});
    return std::move(painter.scene);
  }
  const float below = std::round(std::min(0.42f * room.h, schedule_height(picture) * unit));
  draw_grid(picture, {room.x, room.y, room.w, room.h - below - 8 * unit});
  draw_schedule(picture, {room.x, room.bottom() - below, room.w, below});
  return std::move(painter.scene);
}

}  // namespace

View grid_view() {
  return {.id = "grid",
          .title = tr_later("Grid"),
          .description = tr_later("All blocks: where their segments start, how their results become one, and what waits for "
                                  "what on a GPU that holds only some at once."),
          .example = "segmented coarsened --n 32 --block 8 --coarse 2",
          .build = grid_scene,
          .fits = fits::has_tree,
          .looks_at_others = true};
}

}  // namespace lanescope
