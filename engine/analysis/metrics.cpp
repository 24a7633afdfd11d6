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
  bool knows_operations = true;
  AccessTable accesses{};
};

HistoryTotals history_totals(const Trace& trace, const History& history) {
  HistoryTotals sum;
  const unsigned warps = trace.warps_per_block();
  for (std::size_t step = 0; step < history.steps(); ++step) {
    if (!is_step(history.phases[step])) continue;
    unsigned active_threads = 0;
    for (unsigned warp = 0; warp < warps; ++warp) {
      const std::uint32_t mask = history.masks[step * warps + warp];
      active_threads += popcount(mask);
      sum.divergent_branches += mask != 0 && mask != trace.live_mask(warp);
    }
    sum.combine_ops += active_threads;
    sum.knows_operations &= history.phases[step] != Phase::line;
    sum.steps += 1;
    sum.underutilized_steps += active_threads != trace.launch.block_dim;
  }
  for (const auto& table : history.accesses)
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind) sum.accesses[kind] += table[kind];
  return sum;
}

}  // namespace

double Totals::flop_per_load_byte() const {
  const auto bytes = global_load_bytes();
  return bytes == 0 ? 0 : static_cast<double>(flop) / static_cast<double>(bytes);
}

StepMetrics step_metrics(const Trace& trace, const History& history, std::size_t step) {
  StepMetrics metrics;
  metrics.phase = history.phases[step];
  metrics.stride = history.strides[step];
  metrics.source_line = history.source_lines[step];
  const unsigned warps = trace.warps_per_block();
  for (unsigned warp = 0; warp < warps; ++warp) {
    const std::uint32_t mask = history.masks[step * warps + warp];
    metrics.active_threads += popcount(mask);
    metrics.active_warps += mask != 0;
    metrics.divergent_warps += mask != 0 && mask != trace.live_mask(warp);
  }
  if (metrics.active_warps > 0) {
    metrics.simd_efficiency = metrics.active_threads / (double(metrics.active_warps) * kWarpSize);
  }
  metrics.fully_utilized = metrics.active_threads == trace.launch.block_dim;
  metrics.has_accesses = history.has_accesses();
  if (metrics.has_accesses) metrics.accesses = history.accesses[step + 1];
  return metrics;
}

BlockMetrics block_metrics(const Trace& trace, std::uint64_t block) {
  BlockMetrics metrics;
  metrics.index = block;
  if (block >= trace.history_of_block.size()) return metrics;
  const History& history = trace.history(block);
  metrics.barriers = history.barriers;
  for (std::size_t step = 0; step < history.steps(); ++step) {
    metrics.steps.push_back(step_metrics(trace, history, step));
    if (!is_step(history.phases[step])) continue;
    ++(metrics.steps.back().fully_utilized ? metrics.fully_utilized_steps : metrics.underutilized_steps);
  }
  return metrics;
}

Totals totals(const Trace& trace) {
  const std::vector<SharingBlocks> sharing = trace.sharing_blocks();
  Totals sum;
  sum.has_accesses = true;
  for (std::size_t i = 0; i < trace.histories.size(); ++i) {
    const HistoryTotals one = history_totals(trace, trace.histories[i]);
    const std::uint64_t blocks = sharing[i].count;
    sum.combine_ops += blocks * one.combine_ops;
    sum.divergent_branches += blocks * one.divergent_branches;
    sum.barriers += blocks * trace.histories[i].barriers;
    sum.steps += blocks * one.steps;
    sum.underutilized_steps += blocks * one.underutilized_steps;
    sum.has_accesses &= trace.histories[i].has_accesses();
    sum.knows_operations &= one.knows_operations;
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
      sum.accesses[kind].requests += blocks * one.accesses[kind].requests;
      sum.accesses[kind].transactions += blocks * one.accesses[kind].transactions;
      sum.accesses[kind].bytes += blocks * one.accesses[kind].bytes;
    }
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
  has_accesses &= other.has_accesses;
  knows_operations &= other.knows_operations;
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind) accesses[kind] += other.accesses[kind];
  atomic_updates += other.atomic_updates;
  shared_atomic_updates += other.shared_atomic_updates;
  return *this;
}

}  // namespace lanescope
