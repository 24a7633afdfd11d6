#include "engine/counters/compiled_view.h"

#include <algorithm>

#include "engine/analysis/metrics.h"
#include "engine/base/number_text.h"
#include "engine/counters/branch_sites.h"
#include "engine/counters/comparison.h"
#include "engine/counters/recorded_counters.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

bool is_function(const CounterRow& row, const LaunchConfig& launch) {
  // One kernel's machine code may depend on blockDim, and always does on how a block hands over its result; where
  // COARSE_FACTOR is a template argument there is a function for each.
  return entry_of(row).id == launch.entry && row.block_dim == launch.block_dim &&
         (!knows_factor(entry_info(launch.entry)) || row.coarse_factor == launch.coarse_factor) &&
         (row.combining == Combining::atomic) == (launch.combining == Combining::atomic);
}

bool is_launch(const CounterRow& row, const LaunchConfig& launch) {
  return has_matrices_of(row, launch) && row.n == launch.n && row.grid_dim == launch.grid_dim &&
         row.coarse_factor == launch.coarse_factor;
}

/// Rows with the same machine code: with this blockDim if any was counted, else with any blockDim.
std::vector<const CounterRow*> rows_for(const CounterTable& table, const LaunchConfig& launch) {
  std::vector<const CounterRow*> rows;
  LaunchConfig any = launch;
  for (const auto& row : table.rows)
    if (is_function(row, launch)) rows.push_back(&row);
  if (!rows.empty()) return rows;
  for (const auto& row : table.rows) {
    any.block_dim = row.block_dim;
    if (is_function(row, any)) rows.push_back(&row);
  }
  return rows;
}

Sentence mask_words(std::uint64_t count) {
  return count == 1 ? Sentence("{} warp-step has a partial mask", grouped(count))
                    : Sentence("{} warp-steps have a partial mask", grouped(count));
}

Sentence step_sentence(const CompiledStep& step) {
  switch (step.form) {
    case BranchForm::unconditional:
      return Sentence("No condition: every lane that gets here takes part.");
    case BranchForm::branched:
      return Sentence(
          "The compiler kept a branch for this if: each partial mask is a divergent branch in hardware, {} here.",
          grouped(step.partial_masks));
    case BranchForm::predicated:
      if (step.partial_masks == 0)
        return Sentence("The compiler predicated this if. No mask is partial here: nothing could diverge.");
      return Sentence(
          "The compiler predicated this if: the hardware counter shows 0 divergent branches although {}.",
          mask_words(step.partial_masks));
    case BranchForm::mixed:
      return Sentence(
          "The compiler unrolled this loop: one branch guards several rounds, other rounds are predicated, and the "
          "hardware counter shows fewer divergent branches than the source, where {}.",
          mask_words(step.partial_masks));
    case BranchForm::ended:
      if (step.partial_masks == 0)
        return Sentence("Threads that do not take part exit here. No mask is partial here: nothing could diverge.");
      return Sentence(
          "Threads that do not take part exit here, which is no branch: the hardware counter shows 0 divergent "
          "branches although {}.",
          mask_words(step.partial_masks));
    case BranchForm::unknown:
      break;
  }
  return Sentence("What the compiler made of this if was not recorded: no counted launch had a partial mask here.");
}

/// What the counter would show if each line behaves as its form says; nothing if that is not certain.
std::optional<std::uint64_t> predicted_divergence(const std::vector<CompiledStep>& steps,
                                                  const std::vector<const CounterRow*>& rows) {
  std::uint64_t sum = 0;
  for (const auto& step : steps) {
    if (step.partial_masks == 0 || step.form == BranchForm::ended || step.form == BranchForm::predicated) continue;
    if (step.form != BranchForm::branched) return std::nullopt;
    sum += step.partial_masks;
  }
  const auto branches_elsewhere = [](const CounterRow* row) {
    const auto& sites = row->sites;
    return std::any_of(sites.begin(), sites.end(), [](const CompiledSite& site) { return site.step_line == 0; });
  };
  if (std::any_of(rows.begin(), rows.end(), branches_elsewhere)) return std::nullopt;
  return sum;
}

Sentence branches(std::uint64_t count) {
  return count == 1 ? Sentence("{} divergent branch", grouped(count))
                    : Sentence("{} divergent branches", grouped(count));
}

Sentence view_sentence(const CompiledView& view, std::uint64_t source_level) {
  if (!view.divergent_branches)
    return Sentence(
        "What the hardware counter of divergent branches shows for this launch was not recorded; the source has "
        "{}.",
        grouped(source_level));
  const Sentence kind = view.kind == NumberKind::recorded ? Sentence("recorded") : Sentence("predicted");
  const Sentence shown = branches(*view.divergent_branches);
  if (*view.divergent_branches == source_level)
    return Sentence("{}: the hardware counter shows {}, as many as the source.", kind, shown);
  return Sentence("{}: the hardware counter shows {}, the source has {}.", kind, shown, grouped(source_level));
}

}  // namespace

const CompiledStep* CompiledView::at(unsigned source_line) const {
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const CompiledStep& step) { return step.source_line == source_line; });
  return found == steps.end() ? nullptr : &*found;
}

CompiledView compiled_view(const RunRequest& request, const Trace& trace) {
  CompiledView view;
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (kernel.own) {
    view.sentence = Sentence("No compiled view: no GPU has run this kernel.");
    return view;
  }
  const auto lines = counted_lines(entry_info(trace.launch.entry));
  view.sentence = Sentence("No compiled view: the machine code of this kernel was not recorded.");
  if (request.op != Op::sum || request.type != default_type(kernel.workload)) {
    view.sentence = Sentence(
        "No compiled view: it was recorded for sums of float32, and other code may be compiled differently.");
    return view;
  }
  for (const auto& table : recorded_counters()) {
    const auto rows = rows_for(table, trace.launch);
    if (rows.empty() || rows[0]->sites.size() < lines.size()) continue;
    view.device = table.device;
    view.date = table.date;
    view.compiler = table.compiler;
    const auto masks = partial_masks(trace, lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      view.steps.push_back({lines[i].line, rows[0]->sites[i].form, masks[i], {}});
      view.steps.back().sentence = step_sentence(view.steps.back());
    }
    const auto same =
        std::find_if(rows.begin(), rows.end(), [&](auto row) { return is_launch(*row, trace.launch); });
    const bool recorded = same != rows.end();
    if (recorded) view.divergent_branches = (*same)->counted["divergent_branches"];
    if (!recorded) view.divergent_branches = predicted_divergence(view.steps, rows);
    view.kind = recorded ? NumberKind::recorded : NumberKind::predicted;
    view.sentence = view_sentence(view, totals(trace).divergent_branches);
    break;
  }
  return view;
}

}  // namespace lanescope
