// The steps view: every step of the block as a row of numbers.
#include <fmt/format.h>

#include "viz/scene/number_table.h"
#include "viz/scene/step_table.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

struct StepColumn {
  const char* name;
  const char* tip;
  bool is_number;
  int need;
  TableCell (*cell)(const StepMetrics& step, std::size_t index);
};

TableCell count(std::uint64_t value) {
  return {std::to_string(value)};
}
/// What costs time without doing work is marked where it is not 0.
TableCell cost(std::uint64_t value) {
  return {std::to_string(value), value > 0 ? Tone::warn : Tone::normal};
}

std::uint64_t shared_wavefronts(const StepMetrics& step) {
  return step.accesses[static_cast<std::size_t>(AccessKind::shared_load)].transactions +
         step.accesses[static_cast<std::size_t>(AccessKind::shared_store)].transactions;
}

constexpr StepColumn kColumns[] = {
    {tr_later("step"),
     tr_later("Steps of the block, in order: one round in which active threads each combine one value."), true, 9,
     [](const StepMetrics&, std::size_t index) { return count(index + 1); }},
    {tr_later("phase"),
     tr_later("coarsen: each thread sums alone, in a register. tree: through memory. shuffle: between registers of "
              "a warp. "
              "combine: the block's result into the output."),
     false, 4, [](const StepMetrics& step, std::size_t) { return TableCell{tr(name_of(step.phase))}; }},
    {tr_later("stride"), tr_later("How far apart the two combined values are, as the kernel counts it."), true, 5,
     [](const StepMetrics& step, std::size_t) {
       return step.phase == Phase::combine ? TableCell{"–", Tone::dim} : count(step.stride);
     }},
    {tr_later("threads"), tr_later("Active threads: those that combine something in this step."), true, 8,
     [](const StepMetrics& step, std::size_t) { return count(step.active_threads); }},
    {tr_later("warps"),
     tr_later("Active warps: those with at least one active thread. Each costs a full warp's time."), true, 6,
     [](const StepMetrics& step, std::size_t) { return count(step.active_warps); }},
    {tr_later("divergent"), tr_later("Warps with some lanes active and some masked off."), true, 7,
     [](const StepMetrics& step, std::size_t) { return cost(step.divergent_warps); }},
    {tr_later("SIMD %"), tr_later("Active threads out of all lanes of the active warps."), true, 3,
     [](const StepMetrics& step, std::size_t) {
       return TableCell{step.active_warps == 0 ? "–" : fmt::format("{:.1f}", 100 * step.simd_efficiency)};
     }},
    {tr_later("sectors"), tr_later("32-byte sectors of global memory that loads of this step touched."), true, 0,
     [](const StepMetrics& step, std::size_t) {
       return count(step.accesses[static_cast<std::size_t>(AccessKind::global_load)].transactions);
     }},
    {tr_later("wavefronts"), tr_later("Passes through shared memory, loads and stores."), true, 1,
     [](const StepMetrics& step, std::size_t) { return count(shared_wavefronts(step)); }},
    {tr_later("conflicts"),
     tr_later("Passes more than one a request, because lanes wanted different words of one bank."), true, 2,
     [](const StepMetrics& step, std::size_t) {
       return cost(step.bank_conflicts(AccessKind::shared_load) + step.bank_conflicts(AccessKind::shared_store));
     }},
};

std::string block_summary(const Run& run) {
  const BlockMetrics& block = run.metrics.block;
  return tr_format("block {} of {} · {} full, {} under-utilized · {}", grouped(block.index),
                   grouped(run.launch.grid_dim), counted(block.fully_utilized_steps, "step"),
                   block.underutilized_steps, counted(block.barriers, "barrier"));
}

}  // namespace

NumberTable steps_table(const ViewInput& input) {
  NumberTable table;
  for (const StepColumn& column : kColumns)
    table.columns.push_back({tr(column.name), tr(column.tip), column.is_number, column.need});
  const auto& steps = input.run.metrics.block.steps;
  for (std::size_t index = 0; index < steps.size(); ++index) {
    TableRow row;
    for (const StepColumn& column : kColumns) row.cells.push_back(column.cell(steps[index], index));
    row.focus.step = static_cast<std::uint32_t>(index);
    row.name = fmt::format("row/{}", index);
    const CompiledStep* compiled = input.run.compiled.at(steps[index].source_line);
    if (compiled && steps[index].divergent_warps > 0) row.tip = tr(compiled->sentence);
    table.rows.push_back(std::move(row));
  }
  table.current = input.state.position - std::size_t{1};
  table.goes_with_steps = true;
  return table;
}

Scene steps_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  painter.header(tr("Steps"), input.run.trace ? block_summary(input.run) : "", {});
  if (input.run.metrics.block.steps.empty())
    painter.empty_state(tr("A block that runs fills this table, a row a step."));
  else
    draw_table(painter, steps_table(input), input.state);
  return std::move(painter.scene);
}

}  // namespace lanescope
