// The truth view: what the source says, what the compiler made of it, and what the GPU's counters say, each number
// with its kind, and why two of them differ.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/counters/recorded_counters.h"
#include "engine/request/catalogue.h"
#include "viz/kit/number_table.h"
#include "viz/views/divergence_words.h"
#include "viz/views/step_table.h"
#include "viz/views/times.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr std::size_t kOffered = 3;
constexpr float kHalfTable = 360, kWhyFrom = 900, kLeastName = 64, kLeastWhy = 160, kRowHeight = 20,
                kLeastRowHeight = 14;

/// What is known of the run's launch: its totals, and the record of this very launch where there is one.
struct Known {
  const Run& run;
  CounterValues source = emulated_values(run.metrics.totals);
  RecordedRow record = recorded_row(run.request, run.launch);
};

/// The counter of a total: of this launch where it was counted; of divergence where the compiled code leaves no
/// doubt.
struct Counter {
  std::optional<std::uint64_t> value;
  NumberKind kind = NumberKind::recorded;
  std::string why;
};

Counter counter_of(const Known& known, const Metric& total) {
  if (known.record)
    return {known.record.row->counted[total.name], NumberKind::recorded,
            tr(recorded_reason(*known.record.row, known.source, total))};
  if (total.name != kDivergenceMetric || !known.run.compiled.divergent_branches) return {};
  return {known.run.compiled.divergent_branches, known.run.compiled.kind, tr(known.run.compiled.sentence)};
}

TableCell difference_cell(std::uint64_t counted, std::uint64_t source) {
  if (counted == source) return {"✓", Tone::good};
  return {counted < source ? "−" + grouped(source - counted) : "+" + grouped(counted - source), Tone::warn};
}

TableRow row_for(const std::string& name, std::uint64_t source, const Counter& counter, const std::string& metric) {
  TableRow row;
  row.cells = {{name, Tone::dim},   {grouped(source)},       {"–", Tone::dim}, {}, {},
               {metric, Tone::dim}, {counter.why, Tone::dim}};
  if (counter.value) {
    row.cells[2] = {grouped(*counter.value)};
    row.cells[3] = difference_cell(*counter.value, source);
    row.cells[4] = {tr(name_of(counter.kind)), Tone::dim};
  }
  row.tip = metric + (counter.why.empty() ? "" : "\n" + counter.why);
  row.name = "row/" + name;
  return row;
}

std::vector<TableColumn> columns() {
  return {
      {.name = tr("total"),
       .tip = tr("Over the whole grid, named as in `lanescope trace --json`."),
       .is_number = false,
       .need = 9},
      {.name = tr("source"), .tip = tr("What the source says: counted in the trace."), .need = 8},
      {.name = tr("counter"),
       .tip = tr("What the GPU's hardware counter of the native kernel shows for this launch."),
       .need = 7},
      {.name = "",
       .tip = tr("A tick: equal. Else how much more or less the counter shows."),
       .is_number = false,
       .need = 6},
      {.name = tr("kind"),
       .tip = tr("recorded: counted on the GPU named above. predicted: what the recorded code must do here."),
       .is_number = false,
       .need = 1},
      {.name = "Nsight Compute", .tip = tr("The counter's name in Nsight Compute."), .is_number = false, .need = 2},
      {.name = tr("why"),
       .tip = tr("Why counter and source differ."),
       .is_number = false,
       .need = 3,
       .stretches = kLeastWhy}};
}

/// The step that is shown; null before the first.
const StepMetrics* step_of(const Run& run, std::uint32_t position) {
  const auto& steps = run.metrics.block.steps;
  return position > 0 && position <= steps.size() ? &steps[position - 1] : nullptr;
}

/// What the hardware counted at the line of a step, over the grid.
Counter counter_at(const Known& known, const CompiledStep& step) {
  const auto& steps = known.run.compiled.steps;
  const auto index = static_cast<unsigned>(&step - steps.data()) + 1;
  if (known.record)
    for (const CompiledSite& site : known.record.row->sites)
      if (site.step_line == index) return {site.divergent, NumberKind::recorded, tr(step.sentence)};
  if (step.form == BranchForm::branched) return {step.partial_masks, NumberKind::predicted, tr(step.sentence)};
  if (step.form == BranchForm::predicated || step.form == BranchForm::ended)
    return {std::uint64_t{0}, NumberKind::predicted, tr(step.sentence)};
  return {std::nullopt, NumberKind::predicted, tr(step.sentence)};
}

std::vector<TableRow> step_rows(const Known& known, std::uint32_t position) {
  const StepMetrics* step = step_of(known.run, position);
  const CompiledStep* compiled = step ? known.run.compiled.at(step->source_line) : nullptr;
  if (!compiled) return {};
  TableRow row = row_for(tr_format("partial masks, line {}", compiled->source_line), compiled->partial_masks,
                         counter_at(known, *compiled),
                         tr_format("{}, of this line", "smsp__branch_targets_threads_divergent"));
  row.name = fmt::format("row/partial masks, line {}", compiled->source_line);
  return {row};
}

std::vector<TableRow> total_rows(const Known& known, bool zeros) {
  std::vector<TableRow> rows;
  std::size_t left_out = 0;
  const auto add = [&](const Metric& total) {
    if (!total.of_totals(known.run.metrics.totals)) return;
    const Counter counter = counter_of(known, total);
    const std::uint64_t source = known.source[total.name];
    if (!zeros && source == 0 && counter.value.value_or(0) == 0)
      ++left_out;
    else
      rows.push_back(row_for(total.name, source, counter, total.counter));
  };
  add(metric_named(kDivergenceMetric));  // the one that compilers change
  for (const Metric* total : counter_totals())
    if (total->name != kDivergenceMetric) add(*total);
  if (left_out > 0) {
    TableRow rest;
    rest.cells = {{tr_format("{} more are 0", left_out), Tone::dim}, {}, {}, {}, {}, {}, {}};
    rest.tip = tr("Totals that are 0 at source level, and in the counter where there is one.");
    rows.push_back(std::move(rest));
  }
  return rows;
}

std::string subtitle(const Known& known) {
  if (known.record)
    return tr_format("recorded: {} · {} · {}", known.record.table->device, known.record.table->date,
                     known.record.table->compiler);
  return tr_format("source level {}; this launch was not counted on a GPU", tr(name_of(known.run.provenance.kind)));
}

/// As many parts as fit, joined by dots.
std::string joined(const Painter& painter, const std::vector<std::string>& parts, FontFace face, float size,
                   float width) {
  std::string words;
  for (const std::string& part : parts) {
    const std::string longer = words.empty() ? part : words + " · " + part;
    if (!words.empty() && painter.width_of(longer, face, size) > width) break;
    words = longer;
  }
  return words;
}

/// The chosen step, and below it what became of its condition.
void draw_step(Painter& painter, const Run& run, std::uint32_t position) {
  const float unit = painter.unit;
  const StepMetrics* step = step_of(run, position);
  const CompiledStep* compiled = step ? run.compiled.at(step->source_line) : nullptr;
  std::vector<std::string> parts{tr("before the first step")};
  if (step) {
    parts = {step_name(*history_in_view(run), position - 1),
             tr_format("{} of {} with a partial mask", step->divergent_warps,
                       counted(run.trace->warps_per_block(), "warp"))};
    if (compiled) parts.insert(parts.begin() + 1, tr(name_of(compiled->form)));
    parts.push_back(tr_format("line {}", step->source_line));
  }
  const Rect lines{painter.content.x, painter.content.y, painter.content.w, 32 * unit};
  const std::string first = joined(painter, parts, FontFace::sans_bold, painter.body, lines.w);
  painter.fitted_text(lines.x, lines.y + 8 * unit, first, FontFace::sans_bold, painter.body, lines.w,
                      painter.colors.text);
  const std::string sentence = tr(compiled ? compiled->sentence : run.compiled.sentence);
  painter.fitted_text(lines.x, lines.y + 24 * unit, sentence, FontFace::sans, painter.small, lines.w,
                      painter.colors.muted);
  painter.scene.picks.push_back({lines, {}, {}, sentence, "step"});
  painter.content.y += lines.h;
  painter.content.h = std::max(0.0f, painter.content.h - lines.h);
}

/// What must change to come to a counted launch, as commands and in words.
struct Offer {
  Commands clicks;
  std::string words;
};

Offer offer_for(const RunRequest& now, const LaunchConfig& launch, const RecordedRow& near) {
  const RunRequest wanted = launch_of(*near.row).request;
  Offer offer;
  const auto change = [&](bool differs, Command command, const std::string& words) {
    if (!differs) return;
    offer.clicks.push_back(std::move(command));
    offer.words += (offer.words.empty() ? "" : " · ") + words;
  };
  change(now.op != Op::sum, SetOp{Op::sum}, tr(name_of(Op::sum)));
  change(now.type != wanted.type, SetType{wanted.type}, std::string(name_of(wanted.type)));
  const unsigned tile = near.row->tile_width;
  if (tile > 0)
    change(launch.tile_width != tile, SetTileWidth{tile}, fmt::format("TILE_WIDTH {}", tile));
  else
    change(launch.block_dim != near.row->block_dim, SetBlockDim{near.row->block_dim},
           block_dim_words(near.row->block_dim));
  change(launch.coarse_factor != near.row->coarse_factor, SetCoarseFactor{near.row->coarse_factor},
         tr_format("coarse {}", near.row->coarse_factor));
  change(launch.combining != near.row->combining, SetCombining{near.row->combining},
         tr(name_of(near.row->combining)));
  if (tile > 0)
    change(launch.matrices != near.row->matrices, SetMatrices{near.row->matrices}, matrices_text(*near.row));
  else
    change(launch.n != near.row->n, SetN{near.row->n}, "N " + grouped(near.row->n));
  RunRequest without = wanted;
  without.grid_dim = now.grid_dim;
  const bool another_grid = now.grid_dim != wanted.grid_dim &&
                            (refusal(without) || launch_config(without).grid_dim != near.row->grid_dim);
  change(another_grid, SetGridDim{wanted.grid_dim}, tr_format("grid {}", grouped(near.row->grid_dim)));
  return offer;
}

/// The nearest launches that were counted, a click each.
void draw_offers(Painter& painter, const Run& run) {
  const float unit = painter.unit, y = painter.content.y + 9 * unit;
  const auto near = counted_launches_near(run.request, run.launch, kOffered);
  const std::string words = near.empty() ? tr("No launch of this kernel was counted.") : tr("Counted:");
  painter.fitted_text(painter.content.x, y, words, FontFace::sans, painter.small, painter.content.w,
                      painter.colors.muted);
  float x = painter.content.x + painter.width_of(words, FontFace::sans, painter.small) + 8 * unit;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const Offer offer = offer_for(run.request, run.launch, near[i]);
    const Rect pill{std::round(x), y - 9 * unit,
                    painter.width_of(offer.words, FontFace::sans, painter.small) + 14 * unit, 18 * unit};
    if (pill.right() > painter.content.right()) break;
    painter.scene.quads.push_back({.rect = pill, .color = painter.colors.raised, .radius = 4 * unit});
    painter.text(pill.x + 7 * unit, y, offer.words, FontFace::sans, painter.small, Align::left,
                 painter.colors.selection);
    painter.scene.picks.push_back(
        {pill,
         {},
         offer.clicks,
         tr_format("Run this launch: its counters were read on {}.", near[i].table->device),
         fmt::format("launch/{}", i)});
    x = pill.right() + 8 * unit;
  }
  painter.content.y += 22 * unit;
  painter.content.h = std::max(0.0f, painter.content.h - 22 * unit);
}

void draw_rows(Painter& painter, std::vector<TableRow> rows, const VariantView& state, Rect room, bool with_why,
               float row_height) {
  NumberTable table{.columns = columns(), .rows = std::move(rows)};
  if (!with_why) {
    table.columns.resize(4);
    for (TableRow& row : table.rows) row.cells.resize(4);
    table.columns[0].stretches = kLeastName;
  }
  table.row_height = row_height;
  const Rect whole = std::exchange(painter.content, room);
  draw_table(painter, table, state);
  painter.content = whole;
}

/// In one table where all rows find room below each other, else in two beside each other.
void draw_totals(Painter& painter, const Known& known, const VariantView& state) {
  const float unit = painter.unit, gap = 16 * unit;
  std::vector<TableRow> rows = step_rows(known, state.position);
  for (TableRow& row : total_rows(known, false)) rows.push_back(std::move(row));
  const Rect room = painter.content;
  const auto height = [&](std::size_t count) {
    return std::clamp(std::floor(room.h / unit / static_cast<float>(count + 1)), kLeastRowHeight, kRowHeight);
  };
  const bool tall = static_cast<float>(rows.size() + 1) * kLeastRowHeight * unit <= room.h;
  if (tall || room.w < 2 * kHalfTable * unit + gap)
    return draw_rows(painter, rows, state, room, tall && room.w >= kWhyFrom * unit, height(rows.size()));
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>((rows.size() + 1) / 2);
  const float half = (room.w - gap) / 2, each = height((rows.size() + 1) / 2);
  draw_rows(painter, {middle, rows.end()}, state, {room.x + half + gap, room.y, half, room.h}, false, each);
  draw_rows(painter, {rows.begin(), middle}, state, {room.x, room.y, half, room.h}, false, each);
}

}  // namespace

NumberTable truth_table(const ViewInput& input) {
  NumberTable table{.columns = columns(), .rows = {}};
  table.columns[3].name = tr("difference");
  if (!input.run.trace) return table;
  const Known known{input.run};
  table.rows = step_rows(known, input.state.position);
  for (TableRow& row : total_rows(known, true)) table.rows.push_back(std::move(row));
  return table;
}

Scene truth_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const Run& run = input.run;
  if (!run.trace || run.metrics.block.steps.empty()) {
    painter.header(tr("Truth"), "", {});
    painter.empty_state(run.trace ? tr("No block was launched: there is nothing to count.")
                                  : tr("No trace of this one: there is nothing to set beside a GPU's counters."));
    return std::move(painter.scene);
  }
  const Known known{run};
  painter.header(tr("Truth"), subtitle(known), {});
  draw_step(painter, run, input.state.position);
  if (!known.record && painter.content.h >= 22 * painter.unit) draw_offers(painter, run);
  draw_totals(painter, known, input.state);
  return std::move(painter.scene);
}

}  // namespace lanescope
