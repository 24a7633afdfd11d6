// Who waits for whom follows from the addresses of the block in view; without them only the lines are drawn.
#include "viz/views/tree/tree_barriers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "engine/analysis/crossings.h"

namespace lanescope {
namespace {

/// How far above and below a line, in units, the pointer finds it.
constexpr float kReach = 9;
/// Rows lower than this, in units, have no room for a line between them.
constexpr float kLeastPitch = 9;
/// Here the pointer still finds where it would be.
constexpr float kLeastTipPitch = 4;
/// From here on the line before the current step says what it is for.
constexpr float kLabelledPitch = 22;

/// Those of a block, remembered while its trace lives; the last few are kept for each thread.
std::shared_ptr<const Crossings> crossings_of(const Run& run, std::size_t steps) {
  struct Kept {
    std::shared_ptr<const Trace> trace;
    std::uint64_t block = 0;
    std::shared_ptr<const Crossings> crossings;
  };
  thread_local std::array<Kept, 4> kept;
  thread_local std::size_t oldest = 0;
  for (const Kept& known : kept)
    if (known.trace == run.trace && known.block == run.request.block && known.crossings) return known.crossings;
  const KeptAddresses* addresses = run.trace->addresses_of(run.request.block);
  auto found = std::make_shared<const Crossings>(addresses ? crossings(*addresses, steps)
                                                           : std::vector<std::optional<Crossing>>(steps));
  kept[oldest] = {run.trace, run.request.block, found};
  oldest = (oldest + 1) % kept.size();
  return found;
}

/// Whether the block passed a barrier at each of its steps in shared memory.
bool one_each(const History& history) {
  const auto steps =
      static_cast<std::uint32_t>(std::count(history.phases.begin(), history.phases.end(), Phase::tree));
  return steps > 0 && history.barriers >= steps;
}

std::string tip_of(const std::optional<Crossing>& crossing) {
  const std::string what = tr("Barrier: no warp goes on before all have come here.");
  if (!crossing)
    return told_together(
        what,
        tr("In the step below each warp reads only what it wrote itself; with more warps, one could read what "
           "another has "
           "not written yet."));
  return told_together(
      what, tr_format("Without it, thread {} of warp {} may read before thread {} of warp {} has written.",
                      crossing->reader, crossing->reader / kWarpSize, crossing->writer, crossing->writer_warp()));
}

/// As far to the right as nothing is drawn there, if that is anywhere.
std::optional<Rect> beside_nodes(const Painter& painter, const Rect& wanted, float left) {
  const auto is_free = [&](const Rect& place) {
    return std::none_of(painter.scene.overlays.begin(), painter.scene.overlays.end(),
                        [&](const Quad& node) { return node.rect.overlaps(place); });
  };
  for (Rect place = wanted; place.x >= left; place.x -= 8 * painter.unit)
    if (is_free(place)) return place;
  return std::nullopt;
}

/// Over the line: as many words as find a place beside the nodes. Where none do the line's tip says it.
void label(Painter& painter, const Rect& plot, float y, const Crossing& crossing) {
  const std::string who = tr_format("thread {} reads what thread {} of warp {} wrote", crossing.reader,
                                    crossing.writer, crossing.writer_warp());
  for (const std::string& words :
       {tr_format("barrier: {}", who), tr_format("barrier: waits for warp {}", crossing.writer_warp()),
        std::string(tr("barrier"))}) {
    const float width = painter.width_of(words, FontFace::sans, painter.small) + 8 * painter.unit;
    if (width > plot.w) continue;
    const Rect wanted{std::round(plot.right() - width), std::round(y - 7 * painter.unit), width, 14 * painter.unit};
    const std::optional<Rect> back = beside_nodes(painter, wanted, plot.x);
    if (!back) continue;
    painter.scene.overlays.push_back(
        {.rect = *back, .color = painter.colors.background, .radius = 3 * painter.unit});
    painter.text(back->x + back->w / 2, y, words, FontFace::sans, painter.small, Align::center,
                 painter.colors.text);
    return;
  }
}

}  // namespace

void draw_barriers(Painter& painter, const TreeLayout& layout, const TreeFrame& frame, const Run& run,
                   const History& history, std::uint32_t position) {
  if (history.barriers == 0) return;
  const auto found = crossings_of(run, history.steps());
  const bool always = one_each(history);
  for (std::uint32_t row = 0; row < layout.rows().size(); ++row) {
    const std::uint32_t step = layout.rows()[row].step;
    const float pitch = frame.pitch_of(layout, row);
    if (!frame.row_drawn[row] || pitch < kLeastTipPitch * painter.unit || row < layout.own_rows()) continue;
    const std::optional<Crossing>& crossing = (*found)[step];
    // What the first of them reads was stored before it: by a step, a thread's own sum, or a load.
    const bool between =
        step > 0 && history.phases[step] == Phase::tree && history.phases[step - 1] != Phase::shuffle;
    if (!crossing && !(always && between)) continue;
    const bool current = step + 1 == position;
    const float y = std::round(frame.row_y[row] - pitch / 2);
    const bool low = pitch < kLabelledPitch * painter.unit;  // a bright line would hide the nodes beside it
    const Color color = current ? (low ? painter.colors.muted : painter.colors.text)
                                : mix(painter.colors.background, painter.colors.faint, crossing ? 0.7f : 0.35f);
    const bool drawn = pitch >= kLeastPitch * painter.unit;
    if (drawn)
      painter.scene.lines.push_back(
          {frame.plot.x, y, frame.plot.right(), y, (current && !low ? 1.5f : 1) * painter.unit, color});
    const float reach = std::min(kReach * painter.unit, drawn ? pitch / 3 : pitch / 4);
    painter.scene.picks.push_back(
        {{frame.plot.x, y - reach, frame.plot.w, 2 * reach}, {}, {}, tip_of(crossing), {}});
    // Below the line where a phase's label stands above it.
    const float below = row == layout.own_rows() && row > 0 && !frame.strips.empty() ? 6 * painter.unit : 0;
    if (current && crossing && !low) label(painter, frame.plot, y + below, *crossing);
  }
}

}  // namespace lanescope
