// The price of parallelism, and how much of it coarsening saves (PMPP 4e, section 6.3): what a fine-grained and a
// coarsened launch of the same problem cost, counted from their traces. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/analysis/metric.h"
#include "engine/request/catalogue.h"
#include "engine/request/request.h"

namespace lanescope {

/// A launch with the metrics of its trace.
struct PricedLaunch {
  LaunchConfig launch;
  ElementType type = ElementType::float32;
  Metrics metrics;
};

/// One item, counted for both launches. A value is missing if it was not recorded, or if there is no formula to
/// compare with.
struct PriceRow {
  const Metric* metric = nullptr;
  std::optional<std::int64_t> fine, coarse;

  std::optional<std::int64_t> difference() const;  ///< coarse - fine: below 0 is saved
  std::optional<double> ratio() const;             ///< coarse / fine; nothing where fine is 0
};

/// Every metric that is an item of the price (Metric::price), in its order. Throws Error(usage) if the launches do
/// not solve the same problem: workload, N, matrices and element type must be equal.
std::vector<PriceRow> price(const PricedLaunch& fine, const PricedLaunch& coarse);

/// The fine-grained partner of a kernel that coarsens: the one that it names, or else the kernel itself at
/// COARSE_FACTOR 1. Throws Error(usage) for a kernel that does not coarsen.
const KernelInfo& fine_partner(const KernelInfo& kernel);
/// The first kernel that coarsens this one; null if none does.
const KernelInfo* coarse_partner(const KernelInfo& kernel);

/// The request for the same problem with the partner, at COARSE_FACTOR 1.
RunRequest fine_request(const RunRequest& coarse, const KernelInfo& partner);

}  // namespace lanescope
