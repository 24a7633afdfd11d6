#include "engine/analysis/block_cost.h"

#include <algorithm>

namespace lanescope {
namespace {

std::uint64_t transactions(const AccessTable& table, AccessKind one, AccessKind other) {
  return table[static_cast<std::size_t>(one)].transactions + table[static_cast<std::size_t>(other)].transactions;
}

/// Of one entry of History::accesses.
std::uint64_t requested(const AccessTable& table, CostKind kind) {
  return kind == CostKind::shared_wavefronts
             ? transactions(table, AccessKind::shared_load, AccessKind::shared_store)
             : transactions(table, AccessKind::global_load, AccessKind::global_store);
}

std::uint64_t working_warps(const Trace& trace, const History& history, std::size_t row) {
  const unsigned warps = trace.warps_per_block();
  const auto first = history.masks.kept().begin() + static_cast<std::ptrdiff_t>(row * warps);
  return static_cast<std::uint64_t>(
      std::count_if(first, first + warps, [&](std::uint32_t mask) { return (mask & trace.live_mask()) != 0; }));
}

/// After each row, in proportion to the steps of a textbook until then.
std::vector<std::uint64_t> barriers_by_step(const History& history) {
  const std::uint64_t all = history.counted_steps();
  std::vector<std::uint64_t> passed{0};
  std::uint64_t counted = 0;
  for (const Phase phase : history.phases) {
    counted += is_step(phase);
    passed.push_back(all == 0 ? 0 : history.barriers * counted / all);
  }
  passed.back() = history.steps() == 0 ? 0 : history.barriers;
  return passed;
}

}  // namespace

std::vector<std::uint64_t> paid_by_step(const Trace& trace, std::uint64_t block, CostKind kind) {
  if (block >= trace.history_of_block.size()) return {};
  const History& history = trace.history(block);
  const bool of_memory = kind == CostKind::shared_wavefronts || kind == CostKind::global_sectors;
  if (of_memory && !history.has_accesses()) return {};
  if (kind == CostKind::barriers) return barriers_by_step(history);
  std::vector<std::uint64_t> of_kept;
  for (std::size_t row = 0; row < history.kept_steps(); ++row)
    of_kept.push_back(of_memory ? requested(history.accesses.kept()[row + 1], kind) : working_warps(trace, history, row));
  std::vector<std::uint64_t> paid{of_memory ? requested(history.accesses.front(), kind) : 0};
  for (const std::uint64_t of_step : Repeating<std::uint64_t>(std::move(of_kept), history.repeats()))
    paid.push_back(paid.back() + of_step);
  return paid;
}

}  // namespace lanescope
