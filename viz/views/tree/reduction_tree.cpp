// The reduction tree view: elements on top, a row a step, the block's result at the bottom.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/emulator/block_tree.h"
#include "engine/request/catalogue.h"
#include "viz/kit/choices.h"
#include "viz/views/shared/captions.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/tree/tree_barriers.h"
#include "viz/views/tree/tree_drawing.h"
#include "viz/views/tree/tree_loop.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

std::vector<LegendEntry> legend(const Palette& colors, const TreeRounding* rounding, bool lanes_wait) {
  using Sample = LegendEntry::Sample;
  if (rounding && rounding->exact()) return {{Sample::disc, colors.edge, {}, tr("exact: no sum was rounded")}};
  if (rounding)
    return {{Sample::disc, colors.edge, {}, tr("exact")},
            {Sample::disc,
             mix(colors.edge, colors.fault, 2 / 3.0f),
             {},
             tr_format("off by {}", short_number(rounding->largest / 10, 2))},
            {Sample::disc, colors.fault, {}, tr_format("{}, the most", short_number(rounding->largest, 2))}};
  std::vector<LegendEntry> entries{
      {Sample::disc, colors.active, {}, tr("no lane waits"), tr(kFullWarpTip), tr("no lane waits")}};
  if (lanes_wait)
    entries.push_back(
        {Sample::disc, colors.divergent_active, {}, tr("divergent warp"), tr(kDivergentWarpTip), tr("divergent")});
  entries.push_back({Sample::ring, colors.faint, {}, tr("later"), tr("A later step combines these two values.")});
  return entries;
}

std::string subtitle(const Run& run, const TreeLayout& layout) {
  std::string words = tr_format("{} of block {}", counted(run.tree->leaves() - run.tree->partial_sums, "element"),
                                grouped(run.request.block));
  if (run.tree->partial_sums > 0)
    words += tr_format(", and {} of the others", counted(run.tree->partial_sums, "partial sum"));
  const TreeFold* fold = layout.folded();
  if (!fold || fold->folded_leaves == 0) return words;
  words += tr_format(" · {} drawn", grouped(fold->drawn_leaves));
  const std::uint64_t like = run.tree->leaves() / std::max<std::uint64_t>(fold->whole_leaves, 1);
  if (fold->whole_leaves > 1 && run.tree->leaves() % fold->whole_leaves == 0 && like > 1)
    return words + tr_format(", {} more in {} subtrees like it", grouped(fold->folded_leaves), grouped(like - 1));
  return words + tr_format(", {} more folded", grouped(fold->folded_leaves));
}

/// Where students look for the barrier's line: a tree has one between its steps, threads that work alone have none.
std::string why_no_barrier() {
  return told_together(tr("Each thread works alone here, in a register of its own."),
                       why_registers_need_no_barrier());
}

/// Where heads have no line of their own they stand beside the elements; rows that they would touch stay away.
void draw_rows_below_heads(Painter& painter, const StepTable& table, const TreeFrame& frame,
                           const std::vector<StepRow>& rows, std::uint32_t position) {
  const auto touches = [&](const StepRow& row) { return row.y - frame.leaf_y < painter.small; };
  std::vector<StepRow> below;
  bool taken = false;
  for (const StepRow& row : rows) {
    const bool current = row.step + 1 == position;
    taken = taken || (current && touches(row));
    if (current || !touches(row)) below.push_back(row);
  }
  table.draw_rows(painter, below, position);
  if (!taken) table.draw_header(painter, frame.leaf_y);
}

void draw_rows(Painter& painter, const StepTable& table, const TreeFrame& frame, const TreeLayout& layout,
               const History& history, std::uint32_t position, const std::string& leaves_word) {
  std::vector<StepRow> rows;
  for (std::uint32_t i = 0; i < frame.row_y.size(); ++i)
    rows.push_back({layout.rows()[i].step, frame.row_y[i], frame.pitch_of(layout, i)});
  if (frame.output_y > 0)
    rows.push_back({static_cast<std::uint32_t>(history.steps()) - 1, frame.output_y, frame.leaf_pitch});
  if (frame.own_band.h > 0)
    painter.scene.quads.push_back(
        {.rect = frame.own_band, .color = painter.colors.coarsen_band, .radius = 3 * painter.unit});
  // While elements are loaded, their own row is the current one.
  const bool loads = position > 0 && position <= history.steps() && history.phases[position - 1] == Phase::load;
  if (loads && history.counted_steps(position) == 0)
    draw_current_band(painter, frame.leaf_y,
                      std::max(std::min(frame.leaf_pitch, 32 * painter.unit), painter.small));
  for (const StepRow& row : rows)
    if (row.step + 1 == position)
      draw_current_band(painter, row.y, std::max(std::min(row.height, 32 * painter.unit), painter.small));
  // Never beside the head of the steps: strides below it would read as numbers of elements.
  if (frame.heads && frame.leaf_pitch >= painter.small &&
      (rows.empty() || rows[0].y - frame.leaf_y >= painter.small + 2 * painter.unit))
    table.draw_word(painter, frame.leaf_y, leaves_word, painter.colors.muted);
  if (frame.threads_y > 0) table.draw_word(painter, frame.threads_y, tr("thread"), painter.colors.faint);
  if (frame.heads) {
    table.draw_header(painter, frame.head_y);
    table.draw_rows(painter, rows, position);
  } else {
    draw_rows_below_heads(painter, table, frame, rows, position);
  }
  for (const StepRow& row : rows)
    painter.scene.picks.push_back({{0, row.y - row.height / 2, painter.scene.width, row.height},
                                   {.step = row.step, .warp = {}, .lane = {}, .node = {}},
                                   {},
                                   history.phases[row.step] == Phase::own ? why_no_barrier() : ""});
}

/// Whether an edge passes through.
bool is_crossed(const Scene& scene, const Rect& rect) {
  return std::any_of(scene.lines.begin(), scene.lines.end(), [&](const Line& line) {
    const float top = std::min(line.y0, line.y1), bottom = std::max(line.y0, line.y1);
    if (bottom <= rect.y || top >= rect.bottom()) return false;
    const auto x_at = [&](float y) {
      return bottom - top < 1 ? line.x0 : line.x0 + (line.x1 - line.x0) * (y - line.y0) / (line.y1 - line.y0);
    };
    const float a = bottom - top < 1 ? std::min(line.x0, line.x1) : x_at(std::max(top, rect.y));
    const float b = bottom - top < 1 ? std::max(line.x0, line.x1) : x_at(std::min(bottom, rect.bottom()));
    return std::max(a, b) > rect.x && std::min(a, b) < rect.right();
  });
}

struct StripPlace {
  Rect back;
  std::string label;
};

bool is_written_on(const Scene& scene, const Rect& rect) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return bounds(text).overlaps(rect); });
}

/// The longest of its texts that has room, where no edge passes through it and no words stand: as far to the right
/// as possible. Where edges are everywhere, over them, and nowhere over words.
std::optional<StripPlace> place_of(const Painter& painter, const TreeFrame& frame, const TreeStrip& strip) {
  const float unit = painter.unit;
  std::optional<StripPlace> last;
  for (const std::string& label : strip.labels) {
    const float width = text_width(label, FontFace::sans, painter.small) + 8 * unit;
    if (width + 4 * unit > frame.plot.w) continue;
    const float right = std::round(painter.content.right() - 4 * unit - width);
    for (float y = strip.y; y <= std::max(strip.y, strip.lowest); y += 14 * unit)
      for (float x = right; x >= frame.plot.x; x -= 8 * unit) {
        const Rect back{x, y - 7 * unit, width, 14 * unit};
        if (!is_crossed(painter.scene, back) && !is_written_on(painter.scene, back)) return StripPlace{back, label};
      }
    last = {{right, strip.y - 7 * unit, width, 14 * unit}, label};
    while (last->back.x - 8 * unit >= frame.plot.x && is_written_on(painter.scene, last->back))
      last->back.x -= 8 * unit;
    if (is_written_on(painter.scene, last->back)) last.reset();
  }
  return last;
}

void draw_strips(Painter& painter, const TreeFrame& frame) {
  for (const TreeStrip& strip : frame.strips) {
    const bool sequential = strip.phase == Phase::own;
    const auto placed = place_of(painter, frame, strip);
    if (!placed) continue;
    const auto& [back, label] = *placed;
    painter.scene.overlays.push_back({.rect = back,
                                      .color = sequential ? painter.colors.coarsen_band : painter.colors.background,
                                      .radius = 3 * painter.unit});
    painter.text(back.x + back.w / 2, back.y + back.h / 2, label, FontFace::sans, painter.small, Align::center,
                 sequential ? painter.colors.coarsen : painter.colors.muted);
    if (sequential) painter.scene.picks.push_back({back, {}, {}, why_no_barrier(), "own"});
  }
}

/// How far the block's sum is off and may be; instead of how many elements it is of.
std::string rounding_subtitle(const Run& run, const TreeRounding& rounding) {
  const std::uint32_t root = run.tree->root;
  if (root >= rounding.errors.size()) return tr("rounding error of each partial sum");
  return tr_format("error of each partial sum · in the end {}, at most {}", short_number(rounding.errors[root], 2),
                   short_number(rounding.bounds[root], 2));
}

/// With the line of a barrier, where there is room for it below the tree.
std::vector<LegendEntry> legend_of(const Painter& painter, const TreeRounding* rounding, bool lanes_wait,
                                   bool barriers) {
  std::vector<LegendEntry> entries = legend(painter.colors, rounding, lanes_wait);
  if (rounding || !barriers || painter.wants_legend_beside()) return entries;
  std::vector<LegendEntry> with = entries;
  with.push_back(
      {LegendEntry::Sample::line,
       painter.colors.text,
       {},
       tr("barrier"),
       tr("A line between two steps: no warp goes on before all have come here. Without it one could read "
          "what another has not written yet.")});
  return painter.legend_width(with) <= painter.content.w ? with : entries;
}

/// Title, legend, and where sums can be rounded the choice to see by how much.
void draw_header(Painter& painter, const ViewInput& input, const std::string& words, const TreeRounding* rounding,
                 bool barriers) {
  const Run& run = input.run;
  std::vector<Choice> choices;
  if (has_rounding(run.request.op, run.request.type) && !painter.is_low_on_stage())
    choices.push_back({.word = tr("rounding"),
                       .chosen = rounding != nullptr,
                       .clicks = {SetRounding{!input.state.rounding}},
                       .tip = tr("How far rounding has taken each partial sum from the exact sum of its elements."),
                       .name = "rounding"});
  header_with_choices(painter, tr("Reduction tree"), tr("Tree"),
                      rounding ? rounding_subtitle(run, *rounding) : words,
                      legend_of(painter, rounding, any_lane_waits(input), barriers), choices);
}

/// Trees beside each other that are so low that their name, the same in each, would take a row or two from them,
/// and so narrow that their legend has no room beside it.
bool is_small_beside_others(const Painter& painter, const ViewInput& input) {
  constexpr float kNamedFrom = 125;  // units
  return input.variants.size() > 1 && !painter.on_stage && painter.content.h < kNamedFrom * painter.unit &&
         !painter.has_legend_beside(tr("Tree"), "", legend(painter.colors, nullptr, any_lane_waits(input)));
}

/// Under the tree while it is zoomed: which part of the elements is in view.
void draw_camera(Painter& painter, const TreeFrame& frame, const TreeCamera& camera, std::uint32_t columns) {
  const CameraSpan span = camera_span(camera, columns);
  if (span.end - span.begin >= 1) return;
  const float height = 4 * painter.unit, y = painter.content.bottom() - height;
  const auto bar = [&](double begin, double end, Color color) {
    painter.scene.quads.push_back(
        {.rect = {frame.plot.x + static_cast<float>(begin) * frame.plot.w, y,
                  std::max(static_cast<float>(end - begin) * frame.plot.w, height), height},
         .color = color,
         .radius = height / 2});
  };
  bar(0, 1, painter.colors.retired);
  bar(span.begin, span.end, painter.colors.muted);
}

/// Of a user's kernel whose block added nothing to anything, as where threads read what nobody has written yet.
bool is_without_additions(const Run& run) {
  return run.tree && kernel_info(run.request.kernel).own && run.tree->operations.empty() && run.tree->leaves() > 1;
}

std::string why_empty(const Run& run) {
  if (is_without_additions(run)) {
    const std::string words =
        tr_format("No tree: no two of the block's {} elements were combined on the way to its result.",
                  grouped(run.tree->leaves()));
    if (run.findings.empty()) return words;
    // The window says the first one above the picture; the next one tells why, as that a barrier is missing.
    return told_together(words, tr(run.findings[std::min<std::size_t>(1, run.findings.size() - 1)].sentence));
  }
  if (!run.no_tree.empty()) return tr(run.no_tree);
  if (kernel_info(run.request.kernel).own)
    return tr("What is added to what is not followed in a kernel of a file, so it has no tree.");
  if (run.trace && run.launch.grid_dim == 0)
    return tr("There is nothing to reduce: N is 0, so no block was launched.");
  if (!run.trace)
    return tr_format("A loop on the host: one thread, {} steps one after another. Nothing runs in parallel.",
                     grouped(run.request.n > 0 ? run.request.n - 1 : 0));
  if (run.request.launch == 1 && !reads_partial_sums(run.launch, run.request.block) && !has_small_tree(run.launch))
    return run.awaits_result ? tr("The tree of so many elements comes with the result, which is being computed.")
                             : tr("The tree of so many elements comes with the result, which was not computed.");
  if (run.awaits_result) return tr("It begins with what other blocks store, which is being computed.");
  if (!run.result) return tr("It begins with what other blocks store, which was not computed.");
  return tr("Who combined what was not recorded in this run; run it again with full detail.");
}

Scene reduction_tree_scene(const ViewInput& input) {
  const Run& run = input.run;
  const VariantView& state = input.state;
  Painter painter(state, input.size);
  const History* history = history_in_view(run);
  if (!history || !run.tree || history->steps() == 0 || is_without_additions(run)) {
    painter.header(tr("Reduction tree"), run.request.kernel, {});
    if (!run.trace && !kernel_info(run.request.kernel).own)
      draw_loop(painter, run.request.n, run.request.op, why_empty(run));
    else
      painter.empty_state(why_empty(run));
    return std::move(painter.scene);
  }
  const auto position = std::min(state.position, static_cast<std::uint32_t>(history->steps()));
  const StepTable table(painter, run);
  // What fits depends on the width alone, which the header does not change.
  const auto layout = layout_in(painter, run, *history, table.right(), state.tree);
  const bool rounded = state.rounding && has_rounding(run.request.op, run.request.type);
  const auto rounding = rounded ? rounding_of(run.tree, run.request.type) : nullptr;
  if (!is_small_beside_others(painter, input) || rounding)
    draw_header(painter, input, subtitle(run, *layout), rounding.get(), history->barriers > 0);
  const TreeFrame frame = tree_frame(painter, *layout, run, *history, table.right(), state.tree);

  TreeDrawing drawing(painter, *layout, frame, run, *history, state, rounding.get());
  draw_rows(painter, table, frame, *layout, *history, position, drawing.leaves_word());
  drawing.draw_folded();
  drawing.draw_edges();
  drawing.draw_leaves();
  drawing.draw_threads();
  drawing.draw_nodes();
  drawing.draw_output();
  draw_barriers(painter, *layout, frame, run, *history, position);
  drawing.draw_motion();
  if (!(state.hover == state.selection)) drawing.draw_focus(state.hover, 1.5f * painter.unit, painter.colors.hover);
  drawing.draw_focus(state.selection, 2 * painter.unit, painter.colors.selection);
  draw_strips(painter, frame);
  if (!layout->folded()) draw_camera(painter, frame, state.tree, layout->columns());
  return std::move(painter.scene);
}

const CameraMoves kMoves{[](const ViewInput& in, float x, float, double factor) -> Command {
                           return SetTreeCamera{zoomed(in.run, in.state, in.size, x, factor)};
                         },
                         [](const ViewInput& in, float dx, float) -> Command {
                           return SetTreeCamera{panned(in.run, in.state, in.size, dx)};
                         },
                         SetTreeCamera{}};

}  // namespace

View tree_view() {
  return {.id = "tree",
          .title = tr_later("Tree"),
          .description = tr_later("Who combines what: elements on top, one row per step, values on the nodes."),
          .example = "coarsened --n 32 --block 8 --coarse 2",
          .build = reduction_tree_scene,
          .camera = &kMoves,
          .place = Place::top,
          .has_rows = true,
          .fits = fits::has_tree,
          .shares_head = true};
}

}  // namespace lanescope
