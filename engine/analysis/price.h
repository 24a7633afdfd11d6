// The price of parallelism, and what coarsening gets back of it (PMPP 4e, section 6.3): what a fine-grained and a
// coarsened launch of the same problem cost, counted from their traces. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/analysis/metrics.h"
#include "engine/request/catalogue.h"
#include "engine/request/request.h"

namespace lanescope {

/// What is counted, over the whole grid, but for `steps`, which are those of one block. `divergent_warp_steps`:
/// steps of a warp that some of its live lanes sit out, without the guards of loads and commits. `redundant_operations`:
/// arithmetic beyond a sequential program's; an atomic update is an operation, too.
enum class PriceItem {
  global_load_requests,
  global_load_sectors,
  global_load_bytes,
  barriers,
  divergent_warp_steps,
  atomic_requests,
  operations,
  redundant_operations,
  blocks,
  steps
};
inline constexpr std::string_view kPriceNames[] = {
    "global_load_requests", "global_load_sectors", "global_load_bytes",    "barriers", "divergent_warp_steps",
    "atomic_requests",      "operations",          "redundant_operations", "blocks",   "steps"};

constexpr std::string_view name_of(PriceItem item) {
  return kPriceNames[static_cast<int>(item)];
}

/// A launch with the metrics of its trace.
struct PricedLaunch {
  LaunchConfig launch;
  ElementType type = ElementType::float32;
  Metrics metrics;
};

/// One item of both launches. Either is missing where it was not recorded, or where there is no formula to compare
/// with.
struct PriceRow {
  PriceItem item = PriceItem::global_load_requests;
  std::optional<std::int64_t> fine, coarse;

  std::optional<std::int64_t> difference() const;  ///< coarse - fine: below 0 is saved
  std::optional<double> ratio() const;             ///< coarse / fine; nothing where fine is 0
};

/// Every item, in the order of PriceItem. Throws Error(usage) where the launches are not of the same problem:
/// another workload, N, matrices or element type.
std::vector<PriceRow> price(const PricedLaunch& fine, const PricedLaunch& coarse);

/// The fine-grained partner of a kernel that coarsens: the one that it names as such, or the kernel itself, at
/// COARSE_FACTOR 1. Throws Error(usage) for a kernel that does not coarsen.
const KernelInfo& fine_partner(const KernelInfo& kernel);

/// The same problem for the partner, at COARSE_FACTOR 1.
RunRequest fine_request(const RunRequest& coarse, const KernelInfo& partner);

}  // namespace lanescope
