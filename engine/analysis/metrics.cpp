#include "engine/analysis/metrics.h"

#include "engine/request/catalogue.h"
#include "engine/workload/sequential_work.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

unsigned popcount(std::uint32_t mask) {
  return static_cast<unsigned>(__builtin_popcount(mask));
}

/// What one history adds to the totals, for each block that has it.
struct HistoryTotals {
  std::uint64_t combine_ops = 0;
  std::uint64_t divergent_branches = 0;
  std::uint64_t steps = 0, underutilized_steps = 0;
  AccessTable accesses{};
};

HistoryTotals history_totals(const Trace& trace, const History& history) {
  HistoryTotals sum;
  const unsigned warps = trace.warps_per_block();
  for (std::size_t row = 0; row < history.kept_steps(); ++row) {
    const Phase phase = history.phases.kept()[row];
    if (!is_step(phase)) continue;
    const std::uint64_t times = history.repeats().times(row);
    unsigned active_threads = 0;
    for (unsigned warp = 0; warp < warps; ++warp) {
      const std::uint32_t mask = history.masks.kept()[row * warps + warp];
      active_threads += popcount(mask);
      sum.divergent_branches += mask != 0 && mask != trace.live_mask(warp) ? times : 0;
    }
    sum.combine_ops += times * active_threads;
    sum.steps += times;
    sum.underutilized_steps += active_threads != trace.launch.block_dim ? times : 0;
  }
  for (std::size_t entry = 0; entry < history.accesses.kept().size(); ++entry)
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind)
      sum.accesses[kind] += history.accesses.kept()[entry][kind].repeated(history.accesses.repeats().times(entry));
  return sum;
}

}  // namespace

double Totals::flop_per_load_byte() const {
  const auto bytes = global_load_bytes();
  return bytes == 0 ? 0 : static_cast<double>(flop) / static_cast<double>(bytes);
}

namespace {

StepMetrics metrics_of_kept(const Trace& trace, const History& history, std::size_t row) {
  StepMetrics metrics;
  metrics.phase = history.phases.kept()[row];
  metrics.stride = history.strides.kept()[row];
  metrics.source_line = history.source_lines.kept()[row];
  const unsigned warps = trace.warps_per_block();
  for (unsigned warp = 0; warp < warps; ++warp) {
    const std::uint32_t mask = history.masks.kept()[row * warps + warp];
    metrics.active_threads += popcount(mask);
    metrics.active_warps += mask != 0;
    metrics.divergent_warps += mask != 0 && mask != trace.live_mask(warp);
  }
  if (metrics.active_warps > 0) {
    metrics.simd_efficiency = metrics.active_threads / (double(metrics.active_warps) * kWarpSize);
  }
  metrics.fully_utilized = metrics.active_threads == trace.launch.block_dim;
  metrics.has_accesses = history.has_accesses();
  if (metrics.has_accesses) metrics.accesses = history.accesses.kept()[row + 1];
  return metrics;
}

}  // namespace

StepMetrics step_metrics(const Trace& trace, const History& history, std::size_t step) {
  return metrics_of_kept(trace, history, history.repeats().place(step).kept);
}

Repeating<StepMetrics> all_step_metrics(const Trace& trace, const History& history) {
  std::vector<StepMetrics> kept;
  for (std::size_t row = 0; row < history.kept_steps(); ++row) kept.push_back(metrics_of_kept(trace, history, row));
  return {std::move(kept), history.repeats()};
}

BlockMetrics block_metrics(const Trace& trace, std::uint64_t block) {
  BlockMetrics metrics;
  metrics.index = block;
  if (block >= trace.history_of_block.size()) return metrics;
  const History& history = trace.history(block);
  metrics.barriers = history.barriers;
  metrics.steps = all_step_metrics(trace, history);
  for (std::size_t row = 0; row < history.kept_steps(); ++row) {
    const StepMetrics& step = metrics.steps.kept()[row];
    if (!is_step(step.phase)) continue;
    (step.fully_utilized ? metrics.fully_utilized_steps : metrics.underutilized_steps) +=
        static_cast<std::uint32_t>(history.repeats().times(row));
  }
  return metrics;
}

Totals totals(const Trace& trace) {
  const std::vector<SharingBlocks> sharing = trace.sharing_blocks();
  Totals sum;
  sum.has_accesses = true;
  sum.knows_operations = find_own_kernel(trace.launch.entry) == nullptr;
  for (std::size_t i = 0; i < trace.histories.size(); ++i) {
    const HistoryTotals one = history_totals(trace, trace.histories[i]);
    const std::uint64_t blocks = sharing[i].count;
    sum.combine_ops += blocks * one.combine_ops;
    sum.divergent_branches += blocks * one.divergent_branches;
    sum.barriers += blocks * trace.histories[i].barriers;
    sum.steps += blocks * one.steps;
    sum.underutilized_steps += blocks * one.underutilized_steps;
    sum.has_accesses &= trace.histories[i].has_accesses();
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind)
      sum.accesses[kind] += one.accesses[kind].repeated(blocks);
  }
  sum.atomic_updates = sum.of(AccessKind::atomic).bytes / trace.element_bytes;
  sum.shared_atomic_updates = sum.of(AccessKind::shared_atomic).bytes / trace.element_bytes;
  sum.flop = sum.combine_ops * facts_of(trace.launch.workload).flop_of_step;
  sum.blocks = trace.launch.grid_dim;
  if (!is_part(trace.launch.entry)) sum.sequential_operations = sequential_operations(trace.launch);
  return sum;
}

Totals& Totals::operator+=(const Totals& other) {
  combine_ops += other.combine_ops;
  divergent_branches += other.divergent_branches;
  barriers += other.barriers;
  flop += other.flop;
  blocks += other.blocks;
  steps += other.steps;
  underutilized_steps += other.underutilized_steps;
  has_accesses &= other.has_accesses;
  knows_operations &= other.knows_operations;
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind) accesses[kind] += other.accesses[kind];
  atomic_updates += other.atomic_updates;
  shared_atomic_updates += other.shared_atomic_updates;
  return *this;
}

}  // namespace lanescope
