// Rows share the height: all alike where they fit; else the sequential phase is squeezed, the tree is not.
#include "viz/views/tree/tree_frame.h"

#include <algorithm>
#include <cmath>

#include "viz/views/shared/lane_columns.h"

namespace lanescope {
namespace {

/// Fewest columns in view: more zoom shows nothing more.
constexpr double kMinColumns = 4;
/// Of a folded tree, which draws no fewer than kMinColumns elements whole.
constexpr double kMaxFoldedZoom = 16;
/// Closest that two lines may stand, in units; nearer ones are drawn as one.
constexpr float kMinSpacing = 5;
/// Width of a column, in units, where not all fit: room for values and threads.
constexpr float kFoldedSpacing = 26;
/// Fewest columns of a folded tree: four elements, and what their thread and the other threads add to them.
constexpr float kLeastFolded = 6;
/// Height of the picture, in units, from which the step table has heads.
constexpr float kHeadFrom = 200;
/// Share of the height that rows in which threads work alone keep, where the others then have values.
constexpr float kLeastOwn = 0.18f;
/// Height of the band of rows in which threads work alone, in units, from which it has a label over its lines.
constexpr float kLabelledBand = 36;
/// Pitch of rows, in units, that is enough for values and their edges.
constexpr float kEasyPitch = 28;
/// Pitch of the tree's rows, in units, below which only some are drawn.
constexpr float kThinnedBelow = 3;
/// Of the numbers of elements and of folded ones, in heights of their letters.
constexpr float kNumberLine = 0.75f;
/// Of the threads' numbers.
constexpr float kThreadsHeight = 12;
/// Room beside the outermost columns, so that a pill stands under its column and not beside it.
constexpr float kPlotPadding = 16, kFoldedPadding = 12;

/// What columns share: of elements, and of operations.
struct Plots {
  Rect elements, operations;
};

/// Threads have the columns of their lanes, and elements the same width above them, or all of it where a few
/// threads do not take it.
Plots plots_of(const Painter& painter, const TreeLayout& layout, const Run& run, float left) {
  const float pad = (layout.folded() ? kFoldedPadding : kPlotPadding) * painter.unit;
  const float camera = layout.folded() ? 0 : 8 * painter.unit;  // its bar stands below a tree that is zoomed
  const Rect whole{left + pad, painter.content.y, std::max(8.0f, painter.content.right() - left - 2 * pad),
                   std::max(8.0f, painter.content.h - camera)};
  if (!layout.by_thread()) return {whole, whole};
  const std::uint32_t threads = run.launch.block_dim, warps = run.trace->warps_per_block();
  const float right = right_of_lanes(painter, threads, warps);
  const LaneColumns lanes =
      lane_columns(painter, left, right, warps, std::min(threads, kWarpSize), kNarrowIdleLanes);
  const Rect operations{left, whole.y,
                        std::max(8.0f, lanes.width() + (warps > 1 ? lanes.warp_gap : lanes.lane_gap)), whole.h};
  Rect elements = operations;
  if (operations.w < 0.6f * (right - left)) elements.w = std::max(8.0f, right - left);
  return {elements, operations};
}

double greatest_zoom(std::uint32_t columns) {
  return std::max(1.0, columns / kMinColumns);
}

TreeColumns columns_in(const Rect& plot, float unit, CameraSpan span, std::uint32_t count) {
  TreeColumns columns{.count = count, .left = plot.x, .first = span.begin * count};
  const double shown = (span.end - span.begin) * count;
  columns.pitch = static_cast<float>(plot.w / shown);
  columns.begin = static_cast<std::uint32_t>(columns.first);
  columns.end = std::min(count, static_cast<std::uint32_t>(std::ceil(columns.first + shown)));
  while (columns.bucket < count && static_cast<float>(columns.bucket) * columns.pitch < kMinSpacing * unit)
    columns.bucket *= 2;
  return columns;
}

/// Whether columns would have to share lines and nodes.
bool too_wide(const Plots& plots, const TreeLayout& layout, float unit) {
  return columns_in(plots.elements, unit, {}, layout.columns()).bucket > 1 ||
         columns_in(plots.operations, unit, {}, layout.operation_columns()).bucket > 1;
}

std::vector<std::string> phase_words(Phase phase) {
  switch (phase) {
    case Phase::own:
      return {tr("own: each thread alone, in a register that nobody else reads, so no barrier"),
              tr("own: private registers, so no barrier"), tr("own: no barrier"), tr(name_of(phase))};
    case Phase::tree:
      return {tr("tree: threads combine each other's partial sums"), tr(name_of(phase))};
    case Phase::shuffle:
      return {tr("shuffle: lanes of a warp, register to register"), tr(name_of(phase))};
    case Phase::exchange:
      return {tr("exchange: one thread reads what the others left in shared memory"), tr(name_of(phase))};
    case Phase::commit:
    case Phase::load:
    case Phase::search:
    case Phase::line:
    case Phase::branch:
      break;
  }
  return {};
}

struct RowPlan {
  float coarsen = 0, tree = 0;  ///< pitches
  float ends = 0;               ///< height of the elements' row and of the output's
  float strip = 0;              ///< height of a label between phases, 0 where there is no room
  float numbers = 0;            ///< of the threads' numbers, likewise
};

/// `ends`: how many of the tree's rows are elements and output. `head`: height of the step table's heads, which the
/// first label shares. `numbers`: that of the threads' numbers, which rows that are high enough for values leave
/// room for. `line`: what the rows of elements and output take at least.
RowPlan plan_rows(const TreeFrame& frame, float own_rows, float tree_rows, float ends, float strips, float head,
                  float numbers, float line) {
  RowPlan plan;
  const float unit = frame.unit, most = 72 * unit;
  const bool strips_fit =
      (frame.plot.h - strips * 18 * unit) / (own_rows + tree_rows) >= 10 * unit || frame.plot.h >= 200 * unit;
  // Values say more than labels, which the band of those rows then has in its middle.
  // However many of them there are: variants side by side have values, or none has.
  const auto has_values = [&](float taken) {
    return (1 - kLeastOwn) * (frame.plot.h - taken) >= kMinPillPitch * unit * tree_rows;
  };
  const bool cost_values = own_rows > 0 && has_values(head) && !has_values(strips * 18 * unit);
  if (strips > 0 && strips_fit && !cost_values) plan.strip = 18 * unit;
  const float above = plan.strip > 0 ? 0 : head;
  float room = std::max(1.0f, frame.plot.h - strips * plan.strip - above);
  if (room - numbers >= 16 * unit * (own_rows + tree_rows)) plan.numbers = numbers;
  room -= plan.numbers;
  const float even = room / (own_rows + tree_rows);
  plan.coarsen = plan.tree = std::min(even, most);
  const bool without_values = even < kMinPillPitch * unit && 0.35f * room / own_rows < even;
  if (own_rows > 0 && ((even < 20 * unit && own_rows > tree_rows) || without_values)) {
    plan.coarsen = std::min(0.35f * room / own_rows, 20 * unit);
    plan.tree = (room - plan.coarsen * own_rows) / tree_rows;
    // Where the tree has few rows, these take no more than makes them easily seen.
    if (plan.tree > kEasyPitch * unit) {
      plan.tree = std::max(even, kEasyPitch * unit);
      plan.coarsen = (room - plan.tree * tree_rows) / own_rows;
    }
  }
  // Rows that threads work alone in are alike, so they can be lower where the others then have their values.
  const float with_values = kMinPillPitch * unit * tree_rows;
  if (own_rows > 0 && plan.tree < kMinPillPitch * unit && (1 - kLeastOwn) * room >= with_values) {
    plan.coarsen = (room - with_values) / own_rows;
    plan.tree = kMinPillPitch * unit;
  }
  plan.ends = plan.tree;
  if (plan.tree < line && ends * line < 0.4f * room) {
    const float shrink = (room - ends * line) / (room - ends * plan.tree);
    plan.ends = line;
    plan.tree *= shrink;
    plan.coarsen *= shrink;
  }
  if (plan.tree >= kThinnedBelow * unit) return plan;
  // One thread takes hundreds of values one after another: a line for each would be an area. Some of them are
  // drawn, and the rows of other kinds keep their height.
  plan.ends = std::min(16 * unit, 0.12f * room);
  const float inner = tree_rows - ends, rest = room - ends * plan.ends;
  if (own_rows > 0) plan.coarsen = rest * std::clamp(own_rows / (own_rows + inner), 0.25f, 0.5f) / own_rows;
  plan.tree = (rest - plan.coarsen * own_rows) / std::max(inner, 1.0f);
  return plan;
}

/// Of rows nearer than a few pixels only some are drawn, the last of each part always. Of a folded tree, those that
/// take the last of a column's values: one line a column.
void choose_rows(TreeFrame& frame, const TreeLayout& layout) {
  const float nearest = 5 * frame.unit;
  const std::uint32_t own_rows = layout.own_rows(), rows = static_cast<std::uint32_t>(layout.rows().size());
  const auto every = static_cast<std::uint32_t>(std::ceil(nearest / std::max(frame.own_pitch, 0.01f)));
  for (std::uint32_t row = 0; row < own_rows; ++row)
    frame.row_drawn[row] = (own_rows - 1 - row) % std::max(every, 1u) == 0;
  if (frame.tree_pitch >= kThinnedBelow * frame.unit) return;
  const auto taken_from = [&](std::uint32_t row) {
    const auto& operations = layout.rows()[row].by_right;
    return operations.empty() ? kIdentityNode : layout.right_column(operations.back());
  };
  float below = 1e6f;
  for (std::uint32_t row = rows; row-- > own_rows;) {
    const bool ends_column = !layout.folded() || row + 1 == rows || taken_from(row) != taken_from(row + 1);
    frame.row_drawn[row] = ends_column && below - frame.row_y[row] >= nearest;
    if (frame.row_drawn[row]) below = frame.row_y[row];
  }
}

}  // namespace

std::shared_ptr<const TreeLayout> layout_in(const Painter& painter, const Run& run, const History& history,
                                            float left, const TreeCamera& camera) {
  auto whole = layout_of(run.tree, history, run.launch.block_dim);
  const Plots plots = plots_of(painter, *whole, run, left);
  if (!too_wide(plots, *whole, painter.unit)) return whole;
  const float fit = plots.elements.w / (kFoldedSpacing * painter.unit);
  const auto room = static_cast<std::uint32_t>(std::max(kLeastFolded, fit));
  const auto most = static_cast<std::uint32_t>(std::max(kMinColumns, room / std::max(camera.zoom, 1.0)));
  return folded_layout(whole, {room, most, static_cast<std::uint32_t>(camera.opened)});
}

TreeFrame tree_frame(const Painter& painter, const TreeLayout& layout, const Run& run, const History& history,
                     float left, const TreeCamera& camera) {
  TreeFrame frame;
  frame.unit = painter.unit;
  frame.left = left;
  frame.head_y = painter.content.y + 8 * painter.unit;
  const float head = painter.content.h >= kHeadFrom * painter.unit ? 18 * painter.unit : 0;
  frame.heads = head > 0;
  const Plots plots = plots_of(painter, layout, run, left);
  frame.plot = plots.elements;
  const CameraSpan span = layout.folded() ? CameraSpan{} : camera_span(camera, layout.columns());
  frame.elements = columns_in(plots.elements, frame.unit, span, layout.columns());
  frame.operations = columns_in(plots.operations, frame.unit, span, layout.operation_columns());

  const auto rows = static_cast<std::uint32_t>(layout.rows().size());
  const std::uint32_t own_rows = layout.own_rows();
  const auto phase_of = [&](std::uint32_t row) { return history.phases[layout.rows()[row].step]; };
  const bool commits = !history.phases.empty() && history.phases.back() == Phase::commit;
  const float ends = commits ? 2 : 1, tree_rows = static_cast<float>(rows - own_rows) + ends;
  const bool labelled = own_rows > 0 || (rows > 0 && phase_of(0) == Phase::shuffle);
  const bool two_parts = labelled && own_rows > 0 && own_rows < rows;
  const float numbers = layout.by_thread() ? kThreadsHeight * painter.unit : 0;
  const RowPlan plan = plan_rows(frame, static_cast<float>(own_rows), tree_rows, ends,
                                 static_cast<float>(labelled) + static_cast<float>(two_parts), head, numbers,
                                 layout.folded() ? kNumberLine * painter.small : 0);
  frame.own_pitch = plan.coarsen;
  frame.tree_pitch = plan.tree;
  frame.leaf_pitch = plan.ends;

  // The first phase's label shares the line of the step table's heads.
  const bool shared_line = head > 0 && labelled && plan.strip > 0;
  float y = frame.plot.y + (shared_line ? 0 : head);
  const auto strip = [&](Phase phase) {
    if (plan.strip > 0) frame.strips.push_back({std::round(y + plan.strip / 2), 0, phase, phase_words(phase)});
    y += plan.strip;
  };
  const auto band_to = [&](float bottom) {
    return Rect{left, frame.plot.y, painter.content.right() - left, bottom - frame.plot.y};
  };
  const auto place = [&](float pitch) {
    y += pitch;
    return std::round(y - pitch / 2);
  };
  if (labelled) strip(phase_of(0));
  frame.leaf_y = place(plan.ends);
  if (plan.numbers > 0) {
    frame.threads_y = std::round(y + plan.numbers / 2);
    y += plan.numbers;
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (row == own_rows && own_rows > 0) {
      frame.own_band = band_to(y);
      if (two_parts) strip(phase_of(row));
    }
    frame.row_y.push_back(place(frame.pitch_of(layout, row)));
  }
  if (own_rows > 0 && own_rows == rows) frame.own_band = band_to(y);
  // Where rows leave no line for labels, a band that is high enough says in its middle what it is, over folded
  // subtrees.
  if (plan.strip == 0 && layout.folded() && frame.own_band.h >= kLabelledBand * painter.unit)
    frame.strips.push_back(
        {std::round(frame.own_band.y + frame.own_band.h / 2), 0, Phase::own, phase_words(Phase::own)});
  // Thinned rows leave room beside their lines.
  const bool thinned = rows > own_rows && plan.tree < kThinnedBelow * painter.unit;
  if (thinned && (!two_parts || plan.strip == 0))
    frame.strips.push_back(
        {frame.row_y[own_rows] + 8 * painter.unit, 0, phase_of(own_rows), phase_words(phase_of(own_rows))});
  if (thinned && !frame.strips.empty()) frame.strips.back().lowest = frame.row_y.back();
  if (commits) frame.output_y = place(plan.ends);
  frame.row_drawn.assign(rows, true);
  choose_rows(frame, layout);
  return frame;
}

CameraSpan camera_span(const TreeCamera& camera, std::uint32_t columns) {
  const double half = 0.5 / std::clamp(camera.zoom, 1.0, greatest_zoom(columns));
  const double center = std::clamp(camera.center, half, 1 - half);
  return {center - half, center + half};
}

namespace {

struct PlotSpan {
  float left = 0, width = 1;
  std::uint32_t columns = 1;
  std::shared_ptr<const TreeLayout> layout;  ///< null where there is no tree
};

PlotSpan plot_span(const Run& run, const VariantView& state, SceneSize size) {
  const Painter painter(state, size);
  PlotSpan span{painter.content.x, std::max(painter.content.w, 1.0f), 1, nullptr};
  if (!run.tree || !history_in_view(run)) return span;
  const float table = StepTable(painter, run).right();
  span.layout = layout_in(painter, run, *history_in_view(run), table, state.tree);
  const Rect plot = plots_of(painter, *span.layout, run, table).elements;
  span.left = plot.x;
  span.width = plot.w;
  span.columns = span.layout->columns();
  return span;
}

/// A wheel turn over a folded tree opens what is under the pointer, and draws fewer elements of it, or more.
TreeCamera opened_at(const PlotSpan& plot, TreeCamera camera, float x, double factor) {
  const auto& columns = plot.layout->folded()->columns;
  const double across = std::clamp(static_cast<double>(x - plot.left) / plot.width, 0.0, 1.0);
  const auto wanted = static_cast<std::size_t>(across * static_cast<double>(columns.size()));
  const std::size_t column = std::min(wanted, columns.size() - 1);
  if (factor > 1) camera.opened = columns[column].first_leaf;
  camera.zoom = std::clamp(camera.zoom * factor, 1.0, kMaxFoldedZoom);
  return camera;
}

}  // namespace

TreeCamera zoomed(const Run& run, const VariantView& state, SceneSize size, float x, double factor) {
  const PlotSpan plot = plot_span(run, state, size);
  if (plot.layout && plot.layout->folded()) return opened_at(plot, state.tree, x, factor);
  const CameraSpan span = camera_span(state.tree, plot.columns);
  const double across = std::clamp(static_cast<double>(x - plot.left) / plot.width, 0.0, 1.0);
  const double under_pointer = span.begin + across * (span.end - span.begin);
  const double zoom = std::clamp(factor / (span.end - span.begin), 1.0, greatest_zoom(plot.columns));
  const double half = 0.5 / zoom;
  return {zoom, std::clamp(under_pointer + (0.5 - across) / zoom, half, 1 - half), state.tree.opened};
}

TreeCamera panned(const Run& run, const VariantView& state, SceneSize size, float dx) {
  const PlotSpan plot = plot_span(run, state, size);
  if (plot.layout && plot.layout->folded()) {
    TreeCamera camera = state.tree;
    const double pitch = static_cast<double>(plot.width) / plot.columns;
    camera.opened = std::clamp(camera.opened - static_cast<double>(dx) / pitch, 0.0,
                               std::max(0.0, static_cast<double>(plot.layout->tree().leaves()) - 1));
    return camera;
  }
  const CameraSpan span = camera_span(state.tree, plot.columns);
  const double width = span.end - span.begin, half = width / 2;
  const double center = (span.begin + span.end) / 2 - dx / static_cast<double>(plot.width) * width;
  return {1 / width, std::clamp(center, half, 1 - half), state.tree.opened};
}

}  // namespace lanescope
