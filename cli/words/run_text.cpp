#include "cli/words/run_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/words/metric_text.h"
#include "cli/words/table.h"
#include "engine/base/foreign_text.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_launch.h"
#include "engine/request/parse.h"
#include "engine/source/arguments.h"
#include "engine/workload/sequential_work.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr const char* kNotRecorded = "-";
constexpr std::size_t kMostSteps = 200;  // of a block, each a line of its table

/// A host loop has none, and a library's is not known.
bool has_no_launch(const Run& run) {
  return run.provenance.backend == "host" || (run.launch.grid_dim == 0 && run.launch.n > 0);
}

/// Of a kernel that a user brought whose grid or blocks have more than one direction; empty for others.
std::string shape_in_directions(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (!kernel.own || kernel.own->is_program) return {};
  const OwnShapes shapes = own_shapes(kernel, request);
  const bool is_flat = shapes.grid[1] * shapes.grid[2] * shapes.block[1] * shapes.block[2] == 1;
  return is_flat ? ""
                 : fmt::format(", grid of {} blocks of {}", extent_text(shapes.grid), extent_text(shapes.block));
}

/// The name of each row: its number as a textbook counts steps, or its phase if it is not a step.
std::vector<std::string> step_names(const BlockMetrics& block) {
  std::vector<std::string> names;
  std::uint32_t number = 0;
  for (const StepMetrics& step : block.steps) {
    number += is_step(step.phase);
    names.push_back(is_step(step.phase) ? std::to_string(number) : std::string(name_of(step.phase)));
  }
  return names;
}

std::vector<std::string> step_row(const StepMetrics& step, const std::string& name) {
  std::vector<std::string> row = {is_step(step.phase) ? name : "-", std::string(name_of(step.phase)),
                                  has_stride(step.phase) ? std::to_string(step.stride) : "-",
                                  std::to_string(step.source_line)};
  for (const Metric* metric : metrics_in(&Metric::steps_text)) {
    row.push_back(metric_text(*metric, metric->of_step(step)));
    const std::string_view beside = metric->steps_text.in_brackets;
    if (beside.empty()) continue;
    if (const auto more = count_of(metric_named(beside).of_step(step)); more > 0)
      row.back() += fmt::format(" ({})", more);
  }
  return row;
}

/// All rows, or, of more than a person would read, those that come again once, with how often.
void add_steps(Table& table, const Repeating<StepMetrics>& all) {
  const Repeating<StepMetrics> steps = all.size() > kMostSteps ? all : Repeating(all.expanded());
  auto repeat = steps.repeats().list().begin();
  std::uint64_t number = 0, before = 0;  // of steps: up to this row, and before the repeat
  for (std::size_t kept = 0; kept < steps.kept().size(); ++kept) {
    const StepMetrics& step = steps.kept()[kept];
    if (repeat != steps.repeats().list().end() && kept == repeat->begin) before = number;
    number += is_step(step.phase);
    table.add(step_row(step, std::to_string(number)));
    if (repeat == steps.repeats().list().end() || kept + 1 != repeat->end()) continue;
    const std::string rows = repeat->rows == 1 ? "this row" : fmt::format("these {} rows", repeat->rows);
    table.add({"...", fmt::format("{}, {} times more", rows, grouped(repeat->times - 1))});
    number += (repeat->times - 1) * (number - before);
    ++repeat;
  }
}

/// A line of the totals, with all the metrics in it.
std::string total_text(const Metric& metric, const Totals& totals) {
  const std::string text = filled_form(metric, metric.totals_text.form, [&](const Metric& told) -> std::string {
    const MetricValue value = told.of_totals(totals);
    return value ? grouped_text(told, value) : "";
  });
  return text.empty() ? "not recorded" : text;
}

std::string comparison_cell(const Metric& metric, const Run& run) {
  const CompareTextColumn& column = metric.compare_text;
  if (!run.trace) return kNotRecorded;
  return filled_form(metric, column.form, [&](const Metric& told) {
    return column.of_block ? metric_text(told, told.of_block(run.metrics.block))
                           : grouped_text(told, told.of_totals(run.metrics.totals));
  });
}

}  // namespace

std::string count_with_noun(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : noun.ends_with("ch") ? "es" : "s");
}

std::string input_text(const RunRequest& request) {
  const auto& input = request.input;
  std::string source = input.kind == InputKind::file ? printable(input.path) : std::string(name_of(input.kind));
  if (input.kind == InputKind::uniform || input.kind == InputKind::normal)
    source += fmt::format(" (seed {})", input.seed);
  const Workload workload = kernel_info(request.kernel).workload;
  if (facts_of(workload).shape == Shape::product) {
    const auto [rows, inner, columns] = matrices_of(request);
    return fmt::format("{} x {} by {} x {}, {}, {}", rows, inner, inner, columns, name_of(request.type), source);
  }
  if (facts_of(workload).shape == Shape::matrix)
    return fmt::format("{}, {}, {}", matrix_text(Shape::matrix, matrices_of(request), " x "), name_of(request.type),
                       source);
  const char* arrays = is_free(kernel_info(request.kernel)) ? "arrays of" : info_of(workload).input_words;
  return fmt::format("{} {} {}, {}", arrays ? std::string(arrays) : fmt::format("{} of", name_of(request.op)),
                     size_text(request.n), name_of(request.type), source);
}

std::string launch_text(const Run& run) {
  std::string text = input_text(run.request);
  if (has_no_launch(run)) return text;
  if (const std::string shape = shape_in_directions(run.request); !shape.empty())
    text += shape;
  else
    text += fmt::format(", grid {} x block {}", grouped(run.launch.grid_dim), run.launch.block_dim);
  if (run.launch.tile_width > 0) text += fmt::format(" ({} x {})", run.launch.tile_width, run.launch.tile_width);
  if (run.launch.coarse_factor != 1) text += fmt::format(", COARSE_FACTOR {}", run.launch.coarse_factor);
  return text;
}

std::string looked_at_text(const Run& run) {
  return run.launches.size() > 1 ? fmt::format(", launch {} of {}", run.request.launch, run.launches.size()) : "";
}

std::string provenance_text(const Provenance& provenance) {
  std::string text = fmt::format("{} on {}", name_of(provenance.kind), provenance.device);
  if (provenance.backend == "host") text = "computed on the host";
  if (!provenance.date.empty()) text += ", " + provenance.date;
  return text;
}

std::optional<double> shown_gflops(const LaunchConfig& launch, const Timing& timing) {
  if (!has_array_result(launch.workload)) return std::nullopt;
  return giga_operations(launch, timing.time_us);
}

std::string timing_text(const LaunchConfig& launch, const Timing& timing) {
  std::string text = fmt::format("{:.2f} us, {:.1f} GB/s", timing.time_us, timing.bandwidth_gbps);
  if (const auto gflops = shown_gflops(launch, timing)) text += fmt::format(", {:.1f} GFLOP/s", *gflops);
  return text;
}

std::string block_text(const Run& run) {
  const auto& block = run.metrics.block;
  if (block.steps.empty()) return fmt::format("block {}: no steps\n", block.index);
  std::vector<Table::Column> columns = {{"step"}, {"phase", true}, {"stride"}, {"line"}};
  for (const Metric* metric : metrics_in(&Metric::steps_text)) columns.push_back({metric->steps_text.head});
  Table table(std::move(columns));
  add_steps(table, block.steps);
  return fmt::format(
      "block {} of {}: active threads and warps, divergent warps, 32-byte sectors, wavefronts (of them "
      "bank conflicts)\n\n{}\nsteps: fully utilized {}, under-utilized {}; barriers: {}\n",
      block.index, grouped(run.launch.grid_dim), table.text(), block.fully_utilized_steps,
      block.underutilized_steps, block.barriers);
}

std::string additions_text(const Run& run) {
  if (!run.tree || run.tree->operations.empty()) return "no additions\n";
  const CombineTree& tree = *run.tree;
  const std::vector<std::string> steps = step_names(run.metrics.block);
  const auto operand = [&](std::uint32_t node) {
    if (node == kIdentityNode) return std::string("identity");
    if (node < tree.leaves()) return fmt::format("input[{}]", tree.leaf_elements[node]);
    return fmt::format("({})", node - tree.leaves() + 1);
  };
  Table table({{"addition"}, {"step"}, {"thread"}, {"left"}, {"right"}, {"value"}});
  for (std::size_t i = 0; i < tree.operations.size(); ++i) {
    const auto& operation = tree.operations[i];
    table.add({fmt::format("({})", i + 1), steps[operation.step], std::to_string(operation.thread),
               operand(operation.left), operand(operation.right), value_text(operation.value, run.request.type)});
  }
  return table.text();
}

std::string printed_text(const Run& run) {
  if (run.printed.empty()) return {};
  std::string text = "\nthe kernel printed:\n";
  for (const std::string& line : run.printed) text += "  " + line + '\n';
  return text + lost_lines_text(run);
}

std::string lost_lines_text(const Run& run) {
  if (run.lost_lines == 0) return {};
  return fmt::format("{} of what it printed {} left out, for which there was no room.\n",
                     count_with_noun(run.lost_lines, "line"), run.lost_lines == 1 ? "is" : "are");
}

std::string finding_lines(const std::vector<Finding>& findings) {
  std::string text;
  for (const Mistake& mistake : mistakes_of(findings))
    text += fmt::format("  {}: {}\n", name_of(mistake.places.front().kind), mistake.sentence().text());
  return text;
}

std::string totals_text(const Run& run) {
  const auto& totals = run.metrics.totals;
  Table table({{"whole grid", true}, {"", true}});
  const bool reduces = !has_array_result(run.launch.workload);
  for (const Metric* metric : metrics_in(&Metric::totals_text)) {
    const TotalsLine& line = metric->totals_text;
    const std::string_view label = reduces && line.reduction_label ? line.reduction_label : line.label;
    if (label.empty() || (metric->applies_to && !metric->applies_to(totals))) continue;
    table.add({std::string(label), total_text(*metric, totals)});
  }
  return table.text();
}

std::string compiled_text(const Run& run) {
  const CompiledView& view = run.compiled;
  if (!view.has_record()) return view.sentence.text() + '\n';
  Table table({{"line"}, {"compiled", true}, {"partial masks"}, {"", true}});
  for (const auto& step : view.steps)
    table.add({std::to_string(step.source_line), std::string(name_of(step.form)), grouped(step.partial_masks),
               step.sentence.text()});
  return fmt::format("As compiled (recorded: {}, {}, {}); {}\n\n{}", view.device, view.compiler, view.date,
                     view.sentence.text(), table.text());
}

std::string comparison_text(const std::vector<Run>& runs) {
  const auto any = [&](auto has) { return std::any_of(runs.begin(), runs.end(), has); };
  const bool recorded = any([](const Run& run) { return run.recorded.has_value(); });
  const bool timed = recorded || any([](const Run& run) { return run.timing.has_value(); });
  std::vector<Table::Column> columns = {{"kernel", true}, {"result"}, {"error"}, {"grid"}, {"block"}, {"coarse"}};
  const auto compared = metrics_in(&Metric::compare_text);
  for (const Metric* metric : compared) columns.push_back({metric->compare_text.head});
  if (timed) columns.insert(columns.end(), {{"time us"}, {"GB/s"}, {"method", true}});
  if (recorded) columns.push_back({"of which GPU", true});
  Table table(std::move(columns));
  for (const auto& run : runs) {
    const bool host = has_no_launch(run);
    std::vector<std::string> row = {run.request.kernel, kNotRecorded, kNotRecorded};
    if (run.result) {
      row[1] = value_text(run.result->value, run.request.type);
      row[2] = run.result->correct ? error_text(run.result->relative_error) : "WRONG";
    }
    row.push_back(host ? kNotRecorded : grouped(run.launch.grid_dim));
    row.push_back(host ? kNotRecorded : std::to_string(run.launch.block_dim));
    row.push_back(host ? kNotRecorded : std::to_string(run.launch.coarse_factor));
    for (const Metric* metric : compared) row.push_back(comparison_cell(*metric, run));
    if (timed) {
      const auto time = time_of(run);
      row.push_back(time ? fmt::format("{:.2f}", time->timing.time_us) : kNotRecorded);
      row.push_back(time ? fmt::format("{:.1f}", time->timing.bandwidth_gbps) : kNotRecorded);
      row.push_back(time ? words_of(time->timing.method) : kNotRecorded);
      if (run.recorded) row.push_back(provenance_text(run.recorded->provenance));
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string unjudged_launch_text(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (!is_free(kernel) || !kernel.own->has_arguments()) return {};
  const std::vector<std::string> words = argument_words(request);
  std::string named;
  for (std::size_t i = 0; i < words.size(); ++i)
    named += fmt::format("{}{} = {}", i == 0 ? "" : ", ", printable(kernel.own->parameters[i].name), words[i]);
  if (kernel.own->is_launcher && words.empty()) return fmt::format("{}() was called.\n", kernel.own->name);
  if (kernel.own->is_launcher)
    return fmt::format("{}() was called with --n {} --arguments {}: {}.\n", kernel.own->name, request.n,
                       fmt::join(words, ","), named);
  const OwnShapes shapes = own_shapes(kernel, request);
  const bool is_named =
      request.kernel.find('<') != std::string::npos || kernel.own->name.find('<') == std::string::npos;
  return fmt::format("It was launched {}with --n {} --grid {} --block {} --arguments {}: {}.\n",
                     is_named ? "" : "as " + printable(kernel.own->name) + " ", request.n, extent_text(shapes.grid),
                     extent_text(shapes.block), fmt::join(words, ","), named);
}

}  // namespace lanescope
