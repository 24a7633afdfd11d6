// Trace -> numbers. Pure functions; every field has the exact meaning of a hardware counter or a textbook figure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

/// One row of one block's record.
struct StepMetrics {
  Phase phase = Phase::tree;
  std::uint32_t stride = 0;
  std::uint32_t source_line = 0;
  std::uint32_t active_threads = 0;
  std::uint32_t active_warps = 0;
  std::uint32_t divergent_warps = 0;  ///< mask neither empty nor all of the warp's live lanes
  /// Active threads out of the 32 lanes of each active warp, 0 to 1; lanes that a block of fewer than 32 threads
  /// lacks count as wasted, too.
  double simd_efficiency = 0;
  bool fully_utilized = false;  ///< every thread of the block is active
  bool has_accesses = false;    ///< whether these were recorded
  AccessTable accesses{};       ///< zero where the trace has none

  std::uint64_t bank_conflicts(AccessKind kind) const { return accesses[static_cast<std::size_t>(kind)].beyond; }
};

/// One block. Rows of load and commit are neither fully nor under-utilized steps.
struct BlockMetrics {
  std::uint64_t index = 0;
  Repeating<StepMetrics> steps;  ///< of a long loop one for all rounds that are alike
  std::uint32_t fully_utilized_steps = 0;
  std::uint32_t underutilized_steps = 0;
  std::uint32_t barriers = 0;

  /// Steps as a textbook counts them: without loads and commits.
  std::uint32_t counted_steps() const { return fully_utilized_steps + underutilized_steps; }
};

/// Sums over every block of the grid. metric_table.cpp has their names and meanings.
struct Totals {
  std::uint64_t combine_ops = 0;
  std::uint64_t divergent_branches = 0;  ///< steps of warps in which some live lanes are masked off
  std::uint64_t barriers = 0;
  std::uint64_t flop = 0;
  std::uint64_t blocks = 0;
  std::uint64_t steps = 0;                ///< as a textbook counts them, as if blocks ran one after another
  std::uint64_t underutilized_steps = 0;  ///< of them, those in which not every thread of the block is active
  /// Operations of a sequential program for the same problem; nothing where there is no formula.
  std::optional<std::uint64_t> sequential_operations;
  /// Whether each lane of a step does one operation: not in a kernel that a user brought, and of such a one
  /// combine_ops, divergent_branches and flop are not known.
  bool knows_operations = true;
  bool has_accesses = false;  ///< whether the rest was recorded for every block
  AccessTable accesses{};

  const AccessCounts& of(AccessKind kind) const { return accesses[static_cast<std::size_t>(kind)]; }
  std::uint64_t bank_conflicts(AccessKind kind) const { return of(kind).beyond; }
  /// Lanes that updated global memory. Lanes that update the same address take turns.
  std::uint64_t atomic_updates = 0;
  std::uint64_t shared_atomic_updates = 0;  ///< and shared memory
  std::uint64_t global_load_bytes() const { return of(AccessKind::global_load).bytes; }
  /// Adds the other launch's totals. Without accesses if either has none.
  Totals& operator+=(const Totals& other);
  /// Operations per byte that lanes loaded from global memory (the book's OP/B); 0 without loads.
  double flop_per_load_byte() const;
};

struct Metrics {
  BlockMetrics block;  ///< of the request's block
  Totals totals;
};

StepMetrics step_metrics(const Trace& trace, const History& history, std::size_t step);
Repeating<StepMetrics> all_step_metrics(const Trace& trace, const History& history);
BlockMetrics block_metrics(const Trace& trace, std::uint64_t block);
Totals totals(const Trace& trace);

}  // namespace lanescope
