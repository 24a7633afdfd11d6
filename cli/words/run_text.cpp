#include "cli/words/run_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "cli/words/table.h"
#include "engine/workload/sequential_work.h"
#include "engine/bench/recorded_sweep.h"
#include "engine/base/foreign_text.h"
#include "engine/request/parse.h"

namespace lanescope {
namespace {

constexpr const char* kNotRecorded = "-";

std::string wavefronts(const StepMetrics& step, AccessKind kind) {
  const auto& counts = step.accesses[static_cast<std::size_t>(kind)];
  const auto conflicts = step.bank_conflicts(kind);
  return conflicts ? fmt::format("{} ({})", counts.transactions, conflicts) : std::to_string(counts.transactions);
}

/// A host loop has none, and a library keeps its own to itself.
bool has_no_launch(const Run& run) {
  return run.provenance.backend == "host" || (run.launch.grid_dim == 0 && run.launch.n > 0);
}

/// Of each row its number as a textbook counts steps; the phase of rows that are none.
std::vector<std::string> step_names(const BlockMetrics& block) {
  std::vector<std::string> names;
  std::uint32_t number = 0;
  for (const StepMetrics& step : block.steps) {
    number += is_step(step.phase);
    names.push_back(is_step(step.phase) ? std::to_string(number) : std::string(name_of(step.phase)));
  }
  return names;
}

std::vector<std::string> step_row(const StepMetrics& step, const std::string& name, bool recorded) {
  std::vector<std::string> row = {is_step(step.phase) ? name : "-",
                                  std::string(name_of(step.phase)),
                                  has_stride(step.phase) ? std::to_string(step.stride) : "-",
                                  std::to_string(step.source_line),
                                  std::to_string(step.active_threads),
                                  std::to_string(step.active_warps),
                                  std::to_string(step.divergent_warps),
                                  percent(step.simd_efficiency)};
  const auto add = [&](std::string text) { row.push_back(recorded ? std::move(text) : kNotRecorded); };
  add(std::to_string(step.accesses[static_cast<std::size_t>(AccessKind::global_load)].transactions));
  add(wavefronts(step, AccessKind::shared_load));
  add(wavefronts(step, AccessKind::shared_store));
  return row;
}

std::string traffic(const Totals& totals, AccessKind kind, std::string_view transactions) {
  if (!totals.has_accesses) return "not recorded";
  const auto& counts = totals.of(kind);
  return fmt::format("{} {} in {} requests", grouped(counts.transactions), transactions, grouped(counts.requests));
}

std::string shared_traffic(const Totals& totals, AccessKind kind) {
  if (!totals.has_accesses) return "not recorded";
  return traffic(totals, kind, "wavefronts") +
         fmt::format(", {} bank conflicts", grouped(totals.bank_conflicts(kind)));
}

void add_metrics(const Run& run, std::vector<std::string>& row) {
  if (!run.trace) {
    row.insert(row.end(), 7, kNotRecorded);
    return;
  }
  const auto& block = run.metrics.block;
  const auto& totals = run.metrics.totals;
  row.push_back(fmt::format("{}+{}", block.fully_utilized_steps, block.underutilized_steps));
  row.push_back(std::to_string(block.barriers));
  row.push_back(grouped(totals.divergent_branches));
  const auto add = [&](std::uint64_t value) { row.push_back(totals.has_accesses ? grouped(value) : kNotRecorded); };
  add(totals.of(AccessKind::global_load).transactions + totals.of(AccessKind::global_store).transactions);
  add(totals.of(AccessKind::shared_load).transactions + totals.of(AccessKind::shared_store).transactions);
  add(totals.bank_conflicts(AccessKind::shared_load) + totals.bank_conflicts(AccessKind::shared_store));
  add(totals.atomic_updates);
}

}  // namespace

std::string count_with_noun(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string input_text(const RunRequest& request) {
  const auto& input = request.input;
  std::string source = input.kind == InputKind::file ? printable(input.path) : std::string(name_of(input.kind));
  if (input.kind == InputKind::uniform || input.kind == InputKind::normal)
    source += fmt::format(" (seed {})", input.seed);
  const Workload workload = kernel_info(request.kernel).workload;
  switch (workload) {
    case Workload::reduction:
      return fmt::format("{} of {} {}, {}", name_of(request.op), size_text(request.n), name_of(request.type),
                         source);
    case Workload::merge:
      return fmt::format("two sorted arrays, together {} {}, {}", size_text(request.n), name_of(request.type),
                         source);
    case Workload::matrix_product: {
      const auto [rows, inner, columns] = matrices_of(request);
      return fmt::format("{} x {} by {} x {}, {}, {}", rows, inner, inner, columns, name_of(request.type), source);
    }
    default:
      return fmt::format("{} of {} {}, {}", facts_of(workload).inputs == 1 ? "array" : "arrays",
                         size_text(request.n), name_of(request.type), source);
  }
}

std::string launch_text(const Run& run) {
  std::string text = input_text(run.request);
  if (has_no_launch(run)) return text;
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

std::string iso_date() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string block_text(const Run& run) {
  const auto& block = run.metrics.block;
  if (block.steps.empty()) return fmt::format("block {}: no steps\n", block.index);
  Table table({{"step"},
               {"phase", true},
               {"stride"},
               {"line"},
               {"threads"},
               {"warps"},
               {"divergent"},
               {"efficiency"},
               {"load sectors"},
               {"shared loads"},
               {"shared stores"}});
  const bool recorded = run.trace->history(block.index).has_accesses();
  const std::vector<std::string> names = step_names(block);
  for (std::size_t i = 0; i < names.size(); ++i) table.add(step_row(block.steps[i], names[i], recorded));
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

std::string totals_text(const Run& run) {
  const auto& totals = run.metrics.totals;
  Table table({{"whole grid", true}, {"", true}});
  const bool reduces = !has_array_result(run.launch.workload);
  table.add({reduces ? "combining operations" : "active lanes over all steps", grouped(totals.combine_ops)});
  if (!reduces) table.add({"operations", grouped(totals.flop) + " FLOP"});
  table.add({"divergent branches", grouped(totals.divergent_branches)});
  table.add({"barriers", grouped(totals.barriers)});
  table.add({"global loads", traffic(totals, AccessKind::global_load, "sectors")});
  table.add({"global stores", traffic(totals, AccessKind::global_store, "sectors")});
  table.add({"shared loads", shared_traffic(totals, AccessKind::shared_load)});
  table.add({"shared stores", shared_traffic(totals, AccessKind::shared_store)});
  const auto atomics = [&](AccessKind kind, std::uint64_t updates) {
    return fmt::format("{} updates (lanes) in {} requests (warps)", grouped(updates),
                       grouped(totals.of(kind).requests));
  };
  table.add({"atomics", totals.has_accesses ? atomics(AccessKind::atomic, totals.atomic_updates)
                                            : std::string("not recorded")});
  if (const AccessCounts& shared = totals.of(AccessKind::shared_atomic); shared.requests > 0)
    table.add({"shared atomics", fmt::format("{}; {} turns, as lanes on one element take turns",
                                             atomics(AccessKind::shared_atomic, totals.shared_atomic_updates),
                                             grouped(shared.transactions))});
  table.add({"useful bytes loaded",
             totals.has_accesses ? grouped(totals.global_load_bytes()) + " B" : std::string("not recorded")});
  table.add({"operations a byte", totals.has_accesses ? fmt::format("{:.3f} FLOP/B", totals.flop_per_load_byte())
                                                      : std::string("not recorded")});
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
  std::vector<Table::Column> columns = {
      {"kernel", true}, {"result"},    {"error"},   {"grid"},       {"block"},     {"coarse"}, {"steps full+under"},
      {"barriers"},     {"divergent"}, {"sectors"}, {"wavefronts"}, {"conflicts"}, {"atomics"}};
  if (timed) columns.insert(columns.end(), {{"time us"}, {"GB/s"}, {"method", true}});
  if (recorded) columns.push_back({"of which GPU", true});
  Table table(std::move(columns));
  for (const auto& run : runs) {
    const bool host = has_no_launch(run);
    std::vector<std::string> row = {run.request.kernel, value_text(run.result.value, run.request.type),
                                    run.result.correct ? error_text(run.result.relative_error) : "WRONG"};
    row.push_back(host ? kNotRecorded : grouped(run.launch.grid_dim));
    row.push_back(host ? kNotRecorded : std::to_string(run.launch.block_dim));
    row.push_back(host ? kNotRecorded : std::to_string(run.launch.coarse_factor));
    add_metrics(run, row);
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

}  // namespace lanescope
