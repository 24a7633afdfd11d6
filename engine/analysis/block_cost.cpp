#include "engine/analysis/block_cost.h"

#include <algorithm>

namespace lanescope {
namespace {

std::uint64_t transactions(const AccessTable& table, AccessKind one, AccessKind other) {
  return table[static_cast<std::size_t>(one)].transactions + table[static_cast<std::size_t>(other)].transactions;
}

/// What is counted of one entry of History::accesses.
struct OfRequests {
  CostKind kind;
  std::uint64_t (*count)(const AccessTable& table, const Trace& trace);
};
constexpr OfRequests kOfRequests[] = {
    {CostKind::shared_wavefronts,
     [](const AccessTable& table, const Trace&) {
       return transactions(table, AccessKind::shared_load, AccessKind::shared_store);
     }},
    {CostKind::global_sectors,
     [](const AccessTable& table, const Trace&) {
       return transactions(table, AccessKind::global_load, AccessKind::global_store);
     }},
    {CostKind::atomic_updates, [](const AccessTable& table, const Trace& trace) {
       return table[static_cast<std::size_t>(AccessKind::atomic)].bytes / trace.element_bytes;
     }}};

/// Null of what is told by the masks and not by requests of memory.
const OfRequests* of_requests(CostKind kind) {
  const auto found = std::find_if(std::begin(kOfRequests), std::end(kOfRequests),
                                  [&](const OfRequests& one) { return one.kind == kind; });
  return found == std::end(kOfRequests) ? nullptr : found;
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

/// In each row.
Repeating<std::uint64_t> paid_in_rows(const Trace& trace, const History& history, CostKind kind) {
  const OfRequests* const requests = of_requests(kind);
  std::vector<std::uint64_t> kept;
  for (std::size_t row = 0; row < history.kept_steps(); ++row)
    kept.push_back(requests ? requests->count(history.accesses.kept()[row + 1], trace)
                            : working_warps(trace, history, row));
  return {std::move(kept), history.repeats()};
}

std::uint64_t paid_before(const Trace& trace, const History& history, CostKind kind) {
  const OfRequests* const requests = of_requests(kind);
  return requests ? requests->count(history.accesses.front(), trace) : 0;
}

/// Null where nothing is known of it.
const History* known_history(const Trace& trace, std::uint64_t block, CostKind kind) {
  if (block >= trace.history_of_block.size()) return nullptr;
  const History& history = trace.history(block);
  return of_requests(kind) && !history.has_accesses() ? nullptr : &history;
}

}  // namespace

std::vector<std::uint64_t> paid_by_step(const Trace& trace, std::uint64_t block, CostKind kind) {
  const History* history = known_history(trace, block, kind);
  if (!history) return {};
  if (kind == CostKind::barriers) return barriers_by_step(*history);
  std::vector<std::uint64_t> paid{paid_before(trace, *history, kind)};
  for (const std::uint64_t in_row : paid_in_rows(trace, *history, kind)) paid.push_back(paid.back() + in_row);
  return paid;
}

std::uint64_t paid_in_all(const Trace& trace, std::uint64_t block, CostKind kind) {
  const History* history = known_history(trace, block, kind);
  if (!history) return 0;
  if (kind == CostKind::barriers) return history->steps() == 0 ? 0 : history->barriers;
  std::uint64_t paid = paid_before(trace, *history, kind);
  const Repeating<std::uint64_t> rows = paid_in_rows(trace, *history, kind);
  for (std::size_t row = 0; row < rows.kept().size(); ++row) paid += rows.repeats().times(row) * rows.kept()[row];
  return paid;
}

}  // namespace lanescope
