// How metrics are counted: functions for the rows of metric_table.cpp.
#pragma once

#include <functional>
#include <type_traits>

#include "engine/analysis/metric.h"

namespace lanescope::counting {

/// The value of a field, or of a member function without arguments: counted<&Totals::barriers>.
template <auto kMember, class Of>
MetricValue counted(const Of& of) {
  const auto value = std::invoke(kMember, of);
  if constexpr (std::is_floating_point_v<decltype(value)>)
    return value;
  else
    return std::uint64_t{value};
}

/// A sum over kinds of accesses, for a source line, a step or the grid.
template <auto kWhat, AccessKind... kKinds>
struct Accesses {
  template <class Of>
  static MetricValue of(const Of& of) {
    if constexpr (requires { of.has_accesses; })
      if (!of.has_accesses) return std::nullopt;
    return (std::uint64_t{0} + ... + std::invoke(kWhat, of.accesses[static_cast<std::size_t>(kKinds)]));
  }
};
inline constexpr auto kRequests = &AccessCounts::requests;
inline constexpr auto kTransactions = &AccessCounts::transactions;
inline constexpr auto kConflicts = &AccessCounts::beyond;
using LoadRequests = Accesses<kRequests, AccessKind::global_load>;
using LoadSectors = Accesses<kTransactions, AccessKind::global_load>;
using StoreRequests = Accesses<kRequests, AccessKind::global_store>;
using StoreSectors = Accesses<kTransactions, AccessKind::global_store>;
using GlobalSectors = Accesses<kTransactions, AccessKind::global_load, AccessKind::global_store>;
/// Atomic updates among them: the sectors of a source line.
using AllGlobalSectors =
    Accesses<kTransactions, AccessKind::global_load, AccessKind::global_store, AccessKind::atomic>;
using SharedLoads = Accesses<kRequests, AccessKind::shared_load>;
using SharedLoadWavefronts = Accesses<kTransactions, AccessKind::shared_load>;
using SharedLoadConflicts = Accesses<kConflicts, AccessKind::shared_load>;
using SharedStores = Accesses<kRequests, AccessKind::shared_store>;
using SharedStoreWavefronts = Accesses<kTransactions, AccessKind::shared_store>;
using SharedStoreConflicts = Accesses<kConflicts, AccessKind::shared_store>;
using SharedWavefronts = Accesses<kTransactions, AccessKind::shared_load, AccessKind::shared_store>;
using SharedConflicts = Accesses<kConflicts, AccessKind::shared_load, AccessKind::shared_store>;
using AtomicRequests = Accesses<kRequests, AccessKind::atomic>;
using SharedAtomicRequests = Accesses<kRequests, AccessKind::shared_atomic>;
using SharedAtomicTurns = Accesses<kTransactions, AccessKind::shared_atomic>;

/// Memory instructions of every kind.
inline MetricValue requests_of_line(const LineCounts& line) {
  std::uint64_t sum = 0;
  for (const AccessCounts& counts : line.accesses) sum += counts.requests;
  return sum;
}

/// Rows of the block's record, loads and commits among them.
inline MetricValue steps_of_line(const LineCounts& line) {
  return std::uint64_t{line.steps.size()};
}

/// A total that is known only where accesses were recorded.
template <auto kMember>
MetricValue recorded(const Totals& totals) {
  return totals.has_accesses ? counted<kMember>(totals) : std::nullopt;
}

/// A total that is known only where steps say what is combined in them.
template <auto kMember>
MetricValue if_known(const Totals& totals) {
  return totals.knows_operations ? counted<kMember>(totals) : std::nullopt;
}

inline bool has_shared_atomics(const Totals& totals) {
  return totals.of(AccessKind::shared_atomic).requests > 0;
}

inline bool uses_shared_memory(const Totals& totals) {
  return totals.of(AccessKind::shared_load).requests + totals.of(AccessKind::shared_store).requests > 0;
}
inline bool stores_plainly(const Totals& totals) {
  return totals.of(AccessKind::global_store).requests > 0;
}
inline bool has_barriers(const Totals& totals) {
  return totals.barriers > 0;
}
inline bool updates_atomically(const Totals& totals) {
  return totals.atomic_updates > 0;
}

inline std::uint64_t operations_of(const Totals& totals) {
  return totals.flop + totals.atomic_updates;
}

inline MetricValue intensity(const Totals& totals) {
  return totals.knows_operations ? recorded<&Totals::flop_per_load_byte>(totals) : std::nullopt;
}

inline MetricValue operations_if_known(const Totals& totals) {
  return totals.knows_operations ? recorded<operations_of>(totals) : std::nullopt;
}

inline MetricValue redundant_operations(const Totals& totals) {
  if (!totals.sequential_operations || !totals.has_accesses || !totals.knows_operations) return std::nullopt;
  return static_cast<std::int64_t>(operations_of(totals)) -
         static_cast<std::int64_t>(*totals.sequential_operations);
}

inline MetricValue divergent_warp_steps(const BlockMetrics& block) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < block.steps.kept().size(); ++row) {
    const StepMetrics& step = block.steps.kept()[row];
    sum += is_step(step.phase) ? block.steps.repeats().times(row) * step.divergent_warps : 0;
  }
  return sum;
}

}  // namespace lanescope::counting
