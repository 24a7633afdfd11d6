// The steps view: every step of the block as a row of numbers.
#include <fmt/format.h>

#include <algorithm>

#include "engine/analysis/metric.h"
#include "viz/kit/number_table.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

struct StepColumn {
  const char* name;
  const char* tip;
  bool is_number;
  int need;
  TableCell (*cell)(const StepMetrics& step, std::uint32_t number);  ///< `number`: counted as a textbook does
};

TableCell count(std::uint64_t value) {
  return {std::to_string(value)};
}
/// A cost without useful work is marked if it is not 0.
TableCell cost(std::uint64_t value) {
  return {std::to_string(value), value > 0 ? Tone::warn : Tone::normal};
}

/// Of a user's kernel, the line.
std::string phase_words(const StepMetrics& step) {
  return step.phase == Phase::line ? tr_format("line {}", step.source_line) : tr(name_of(step.phase));
}

/// The first columns, which identify the step; the metrics follow.
constexpr StepColumn kHeadColumns[] = {
    {tr_later("step"),
     tr_later("Steps of the block, in order: rounds of work. Loads and commits have rows, and are no steps."), true,
     9,
     [](const StepMetrics& step, std::uint32_t number) {
       return is_step(step.phase) ? count(number) : TableCell{"–", Tone::dim};
     }},
    {tr_later("phase"),
     tr_later(
         "load: into registers or shared memory. own: each thread works alone. tree, exchange: through memory, "
         "round by round. shuffle: between registers of a warp. search: a binary search. commit: results into "
         "the output."),
     false, 4, [](const StepMetrics& step, std::uint32_t) { return TableCell{phase_words(step)}; }},
    {tr_later("stride"), tr_later("How far apart the two combined values are, as the kernel counts it."), true, 5,
     [](const StepMetrics& step, std::uint32_t) { return count(step.stride); }},
};

/// The cell of a metric. A ratio is in percent; a dash if no warp was active.
TableCell metric_cell(const Metric& metric, const StepMetrics& step) {
  const MetricValue value = metric.of_step(step);
  if (const double* ratio = value ? std::get_if<double>(&*value) : nullptr)
    return {*ratio == 0 ? "–" : fmt::format("{:.1f}", 100 * *ratio)};
  return metric.steps_view.costs ? cost(count_of(value)) : count(count_of(value));
}

std::string block_summary(const Run& run) {
  const BlockMetrics& block = run.metrics.block;
  const std::uint32_t full = block.fully_utilized_steps, fewer = block.underutilized_steps;
  const std::string steps =
      fewer == 0  ? tr_format("all threads work in {}", counted(full, "step"))
      : full == 0 ? tr_format("all threads work in none of {}", counted(fewer, "step"))
                  : tr_format("all threads work in {}, fewer in {}", counted(full, "step"), grouped(fewer));
  return tr_format("block {} of {} · {} · {}", grouped(block.index), grouped(run.launch.grid_dim), steps,
                   counted(block.barriers, "barrier"));
}

bool does_nothing(const StepMetrics& step) {
  return step.active_threads == 0 && step.accesses == AccessTable{};
}

/// How many consecutive rows of one phase, from `first` on, do nothing: rounds of a search that all threads have
/// finished.
std::size_t idle_rows(const Repeating<StepMetrics>& steps, std::size_t first) {
  std::size_t end = first;
  while (end < steps.size() && does_nothing(steps[end]) && steps[end].phase == steps[first].phase) ++end;
  return end - first;
}

/// How many rows from `first` on only do again what rows before them did: the rounds of a loop that are kept once.
std::size_t rows_again(const Repeating<StepMetrics>& steps, std::size_t first) {
  const auto [kept, round] = steps.repeats().place(first);
  for (const Repeat& repeat : steps.repeats().list())
    if (kept == repeat.begin && round == 1) return repeat.rows * (repeat.times - 1);
  return 0;
}

/// One row for all those.
TableRow row_of_rounds(const NumberTable& table, std::uint32_t first, std::uint32_t last) {
  TableRow row;
  row.cells.push_back({first < last ? fmt::format("{}–{}", first, last) : std::to_string(last)});
  // A dash would say that nothing was done in them.
  row.cells.push_back({tr("as above"), Tone::dim});
  row.cells.resize(table.columns.size());
  row.tip = tr_format("{}, like those above.", counted(last + 1 - first, "step"));
  return row;
}

/// Every row of the block's record; with `folded`, consecutive rows in which nothing happens are merged into one,
/// and those that come again.
NumberTable table_of(const ViewInput& input, bool folded) {
  NumberTable table;
  for (const StepColumn& column : kHeadColumns)
    table.columns.push_back({tr(column.name), tr(column.tip), column.is_number, column.need});
  const auto counted_metrics = metrics_in(&Metric::steps_view);
  for (const Metric* metric : counted_metrics)
    table.columns.push_back({.name = tr(metric->steps_view.word),
                             .tip = tr(tip_of(*metric, &Metric::steps_view)),
                             .need = metric->steps_view.need});
  const auto& steps = input.run.metrics.block.steps;
  std::uint32_t number = 0;
  for (std::size_t index = 0; index < steps.size();) {
    if (const std::size_t again = folded ? rows_again(steps, index) : 0; again > 0) {
      const History& history = *history_in_view(input.run);
      const std::uint32_t before = number;
      number = history.counted_steps(index + again);
      TableRow row = row_of_rounds(table, before + 1, number);
      row.focus.step = static_cast<std::uint32_t>(index);
      row.name = fmt::format("row/{}", index);
      if (input.state.position > index && input.state.position <= index + again) table.current = table.rows.size();
      table.rows.push_back(std::move(row));
      index += again;
      continue;
    }
    TableRow row;
    number += is_step(steps[index].phase);
    for (const StepColumn& column : kHeadColumns) row.cells.push_back(column.cell(steps[index], number));
    const Distance distance = distance_of(input.run.launch, steps[index].phase, steps[index].stride);
    if (distance == Distance::none) row.cells.back() = {"–", Tone::dim};
    if (distance == Distance::range) {
      table.columns[std::size(kHeadColumns) - 1].name = tr("range");
      table.columns[std::size(kHeadColumns) - 1].tip = tr("How many places a binary search still has before it.");
    }
    for (const Metric* metric : counted_metrics) row.cells.push_back(metric_cell(*metric, steps[index]));
    row.focus.step = static_cast<std::uint32_t>(index);
    row.name = fmt::format("row/{}", index);
    const CompiledStep* compiled = input.run.compiled.at(steps[index].source_line);
    if (compiled && steps[index].divergent_warps > 0) row.tip = tr(compiled->sentence);
    const std::size_t idle = folded ? idle_rows(steps, index) : 0, rows = std::max<std::size_t>(idle, 1);
    if (idle > 1 && is_step(steps[index].phase)) {
      row.cells[0].text = fmt::format("{}–{}", number, number + idle - 1);
      row.tip = tr_format("{} in which no thread has anything left to do.", counted(idle, "step"));
      number += static_cast<std::uint32_t>(idle) - 1;
    }
    if (input.state.position > index && input.state.position <= index + rows) table.current = table.rows.size();
    table.rows.push_back(std::move(row));
    index += rows;
  }
  table.follows_steps = true;
  return table;
}

NumberTable steps_table(const ViewInput& input) {
  return table_of(input, false);
}

/// A column in which no row has anything is left out: that of strides, say, of a user's kernel.
NumberTable without_empty_columns(NumberTable table) {
  for (std::size_t column = std::size(kHeadColumns); column-- > 1;) {
    const bool empty = std::all_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
      const std::string& words = row.cells[column].text;
      return words.empty() || words == "–";
    });
    if (!empty) continue;
    const auto at = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + at);
    for (TableRow& row : table.rows) row.cells.erase(row.cells.begin() + at);
  }
  return table;
}

Scene steps_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  painter.header(tr("Steps"), input.run.trace && input.run.launch.grid_dim > 0 ? block_summary(input.run) : "", {});
  if (input.run.metrics.block.steps.empty())
    painter.empty_state(tr("No block ran, so this table is empty: it has one row per step of a block."));
  else
    draw_table(painter, without_empty_columns(table_of(input, true)), input.state);
  return std::move(painter.scene);
}

}  // namespace

View steps_view() {
  return {.id = "steps",
          .title = tr_later("Steps"),
          .description = tr_later("Every step of the block as a row of numbers."),
          .example = "convergent_shared --n 2048 --block 1024 --step 9",
          .build = steps_scene,
          .table = steps_table};
}

}  // namespace lanescope
