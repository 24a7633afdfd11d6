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

std::uint64_t working_warps(const Trace& trace, const History& history, std::size_t step) {
  const unsigned warps = trace.warps_per_block();
  const auto first = history.masks.begin() + static_cast<std::ptrdiff_t>(step * warps);
  return static_cast<std::uint64_t>(
      std::count_if(first, first + warps, [&](std::uint32_t mask) { return (mask & trace.live_mask()) != 0; }));
}

std::uint64_t barriers_after(const History& history, std::size_t steps) {
  if (steps == history.steps()) return history.barriers;
  const std::uint64_t all = history.counted_steps();
  return all == 0 ? 0 : history.barriers * std::uint64_t{history.counted_steps(steps)} / all;
}

}  // namespace

std::vector<std::uint64_t> paid_by_step(const Trace& trace, std::uint64_t block, CostKind kind) {
  if (block >= trace.history_of_block.size()) return {};
  const History& history = trace.history(block);
  const bool of_memory = kind == CostKind::shared_wavefronts || kind == CostKind::global_sectors;
  if (of_memory && !history.has_accesses()) return {};
  std::vector<std::uint64_t> paid{of_memory ? requested(history.accesses[0], kind) : 0};
  for (std::size_t step = 0; step < history.steps(); ++step) {
    if (kind == CostKind::barriers)
      paid.push_back(barriers_after(history, step + 1));
    else
      paid.push_back(paid.back() + (of_memory ? requested(history.accesses[step + 1], kind)
                                              : working_warps(trace, history, step)));
  }
  return paid;
}

}  // namespace lanescope
