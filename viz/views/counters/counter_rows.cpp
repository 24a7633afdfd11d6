#include "viz/views/counters/counter_rows.h"

#include <fmt/format.h>

#include "viz/kit/painter.h"
#include "viz/views/shared/divergence_words.h"

namespace lanescope {
namespace {

constexpr float kMinWhy = 160;

/// The counter of a total, if this launch was counted; for divergence, also if the compiled code leaves no doubt.
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

/// A difference that has a reason is no mistake.
TableCell difference_cell(std::uint64_t counted, std::uint64_t source, bool explained) {
  if (counted == source) return {"✓", Tone::good};
  return {counted < source ? "−" + grouped(source - counted) : "+" + grouped(counted - source),
          explained ? Tone::normal : Tone::warn};
}

TableRow row_for(const std::string& name, std::uint64_t source, const Counter& counter, const std::string& metric) {
  TableRow row;
  row.cells = {{name, Tone::dim},   {grouped(source)},       {"–", Tone::dim}, {}, {},
               {metric, Tone::dim}, {counter.why, Tone::dim}};
  if (counter.value) {
    row.cells[2] = {grouped(*counter.value)};
    row.cells[3] = difference_cell(*counter.value, source, !counter.why.empty());
    row.cells[4] = {tr(name_of(counter.kind)), Tone::dim};
  }
  row.tip = metric + (counter.why.empty() ? "" : "\n" + counter.why);
  row.name = "row/" + name;
  return row;
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

}  // namespace

const StepMetrics* step_of(const Run& run, std::uint32_t position) {
  const auto& steps = run.metrics.block.steps;
  return position > 0 && position <= steps.size() ? &steps[position - 1] : nullptr;
}

std::vector<TableColumn> counter_columns() {
  return {
      {.name = tr("total"),
       .tip = tr("Over the whole grid, named as in `lanescope trace --json`."),
       .is_number = false,
       .need = 9},
      {.name = tr("source"), .tip = tr("What the source says: counted in the trace."), .need = 8},
      {.name = tr("counter"),
       .tip = tr("What the GPU's hardware counter shows for the native kernel in this launch."),
       .need = 7},
      {.name = tr("difference"),
       .tip = tr("A tick if they are equal, otherwise how much more or less the counter shows."),
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
       .stretches = kMinWhy}};
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
    rest.tip = tr("Totals that are 0 at source level, and in the counter if there is one.");
    rows.push_back(std::move(rest));
  }
  return rows;
}

}  // namespace lanescope
